package api

import (
	"fmt"
	"testing"

	"quoin/internal/app"
	"quoin/internal/ext"
	"quoin/internal/ext/redirection"
)

// TestLargeRedirectLogIsDeleted deletes parts of a log by value, by id and all at
// once: what is chosen by value is looked for once, whatever the number of values, and
// many entries go in several transactions, between which others write.
func TestLargeRedirectLogIsDeleted(t *testing.T) {
	t.Parallel()
	const many = 12_000
	engines(t, func(t *testing.T, e engine) {
		c := app.Config{Data: t.TempDir(), DatabaseURL: e.database(t), Extensions: []ext.Extension{redirection.Extension()}}
		s := start(t, c)
		rawly(t, c, fmt.Sprintf("WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < %d)"+
			" INSERT INTO redirection_log (missing, created, http_code, rule_id, request_method, ip, domain, redirect_by, url, url_key, sent_to, request_data)"+
			" SELECT n %% 12 <> 0, 2000000000, 404, 0, 'GET', '192.0.2.1', '', '', '/Path-' || (n %% 100), '/path-' || (n %% 100), '', '' FROM number", many))
		total := func(log string) string {
			t.Helper()
			return valueAt(s.do("administrator", "GET", "/api/redirection/v1/"+log, nil).object(t), "total")
		}
		remove := func(body map[string]any) (left string, statements int64) {
			t.Helper()
			before, _ := s.app.DB.Ran()
			a := s.do("administrator", "POST", "/api/redirection/v1/bulk/404/delete", body)
			after, _ := s.app.DB.Ran()
			if a.status != 200 {
				t.Fatalf("delete: %d %s", a.status, a.body)
			}
			return total("404"), after - before
		}
		if all := total("404"); all != "11000" {
			t.Fatalf("%s entries", all)
		}
		var urls []string
		for n := range 50 {
			urls = append(urls, fmt.Sprint("/path-", 2*n+1))
		}
		left, few := remove(map[string]any{"groupBy": "url", "items": urls})
		if left != "5000" {
			t.Errorf("after half of the addresses: %s entries", left)
		}
		if few > 30 {
			t.Errorf("deleting by %d values took %d statements", len(urls), few)
		}
		items := s.do("administrator", "GET", "/api/redirection/v1/404?per_page=5", nil).object(t)["items"].([]any)
		if left, _ := remove(map[string]any{"items": []any{at(items[0], "id"), at(items[1], "id"), "none"}}); left != "4998" {
			t.Errorf("after two ids: %s entries", left)
		}
		rawly(t, c, "UPDATE redirection_log SET missing = TRUE WHERE id % 24 <> 0; INSERT INTO redirection_log (missing, created, http_code, rule_id, request_method, ip, domain, redirect_by, url, sent_to, request_data)"+
			" SELECT missing, created, http_code, rule_id, request_method, ip, domain, redirect_by, url, sent_to, request_data FROM redirection_log WHERE missing")
		left, several := remove(map[string]any{"global": true})
		if left != "0" {
			t.Errorf("after all: %s entries", left)
		}
		if several < 6 {
			t.Errorf("some 11,000 entries went in %d statements", several)
		}
		if left := total("log"); left != "500" {
			t.Errorf("the other log has %s entries", left)
		}
	})
}

// TestLoggedTexts holds the forms in which logs keep what visitors sent.
func TestLoggedTexts(t *testing.T) {
	t.Parallel()
	s := redirecting(t, engine{"sqlite"})
	s.redirectSettings(map[string]any{"log_header": true})
	s.mustRule("/from?q=a b", "/tö here", map[string]any{})
	s.leads("/from?q=a+b", 301, "/t%C3%B6%20here", "User-Agent", `Q"1"`, "Authorization", "Basic c2VjcmV0OnNlY3JldA==", "X-Own", "me")
	log := s.redirectLog("")
	if len(log) != 1 {
		t.Fatalf("log %v", log)
	}
	s.wantAt(log[0], map[string]string{
		"url": "/from?q=a b", "sent_to": "/tö here", "agent": `Q\"1\"`,
		"request_data/headers/Authorization": "", "request_data/headers/X-Own": "me",
	})
}
