package rest_test

import (
	"strings"
	"testing"

	"quoin/internal/api/rest"
)

// TestWritesAreWhole: a failure of any step takes everything back.
func TestWritesAreWhole(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil)
	for _, c := range []struct {
		title  string
		status int
		code   string
		stored bool
	}{
		{"made", 201, "null", true}, {"refused", 404, `"missing"`, false}, {"kept", 404, `"missing"`, true},
		{"fails", 500, `"internal_server_error"`, false}, {"panics", 500, `"internal_server_error"`, false},
	} {
		s.committed = nil
		w := s.call("POST", "/api/core/v2/things", `{"title":"`+c.title+`"}`, "Authorization: editor")
		if w.Code != c.status || at(t, w.Body.String(), "code") != c.code || (len(s.committed) > 0) != c.stored {
			t.Errorf("%s: %d %s, stored %v, want %d, %v", c.title, w.Code, w.Body, s.committed, c.status, c.stored)
		}
		if strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%s: the answer tells what failed: %s", c.title, w.Body)
		}
	}
}

func TestBatch(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil)
	send := func(body string) (int, string) {
		w := s.call("POST", "/api/batch/v1", body, "Authorization: administrator")
		return w.Code, w.Body.String()
	}
	const requests = `[
		{"path":"/core/v2/things?_fields=id,title.rendered","body":{"title":"one"}},
		{"path":"/core/v2/things","body":{"title":"x"}},
		{"path":"/core/v2/nothing","method":"PUT"},
		{"path":"///bad"},
		{"path":"/batch/v1","body":{"requests":[]}},
		{"path":"/core/v2/need","body":{"a":1,"core_id":"x"}},
		{"path":"/core/v2/things/1?_fields=deleted","method":"DELETE"},
		{"path":"/core/v2/things","body":{"title":"refused"}},
		{"path":"//bad"},
		{"path":"http://[bad"},
		{"path":"/core/v2/things/","body":{"title":"one"}}]`
	code, body := send(`{"requests":` + requests + `}`)
	if code != 207 {
		t.Fatalf("%d %s", code, body)
	}
	for path, want := range map[string]string{
		"responses/0/status": "201", "responses/0/body/id": "2", "responses/0/headers/Location": `"http://x.y/api/core/v2/things/2"`, "responses/0/headers/Allow": `"GET, POST"`,
		"responses/1/status": "400", "responses/1/body/data/details/title/code": `"rest_too_short"`,
		"responses/2/body/code": `"rest_no_route"`, "responses/2/headers": "[]",
		"responses/3/body/code": `"parse_path_failed"`, "responses/3/status": "400",
		"responses/4/body/code": `"rest_batch_not_allowed"`,
		"responses/8/body/code": `"rest_no_route"`, "responses/9/body/code": `"rest_no_route"`, "responses/10/body/code": `"rest_no_route"`,
		"responses/5/body/code": `"rest_batch_not_allowed"`,
		"responses/6/body":      `{"deleted":true}`, "responses/7/body/code": `"missing"`,
	} {
		if got := at(t, body, path); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	if got := strings.Join(s.committed, ","); got != "one" {
		t.Errorf("stored %s", got)
	}
	s.committed = nil
	code, body = send(`{"validation":"require-all-validate","requests":` + requests + `}`)
	if code != 207 || at(t, body, "failed") != `"validation"` || at(t, body, "responses/0") != "null" || at(t, body, "responses/1/status") != "400" ||
		at(t, body, "responses/1/headers") != "[]" || at(t, body, "responses/7") != "null" || len(s.committed) != 0 {
		t.Errorf("all or nothing: %d %s, stored %v", code, body, s.committed)
	}
	code, body = send(`{"validation":"require-all-validate","requests":[{"path":"/core/v2/things","body":{"title":"fine"}}]}`)
	if code != 207 || at(t, body, "responses/0/status") != "201" || at(t, body, "failed") != "null" {
		t.Errorf("all valid: %d %s", code, body)
	}
	one := `{"path":"/core/v2/things","body":{"title":"xx"}}`
	for _, c := range []struct {
		body   string
		status int
		code   string
	}{
		{`{"requests":[` + strings.Repeat(one+",", 24) + one + `]}`, 207, ""},
		{`{"requests":[` + strings.Repeat(one+",", 25) + one + `]}`, 400, "rest_too_many_items"},
		{`{"requests":[{"path":"/core/v2/things","method":"GET"}]}`, 400, "rest_not_in_enum"},
		{`{"requests":[{"method":"POST"}]}`, 400, "rest_property_required"},
		{`{"requests":[5]}`, 400, "rest_invalid_type"},
		{`{"validation":"maybe","requests":[]}`, 400, "rest_not_in_enum"},
		{`{}`, 400, "rest_missing_callback_param"},
	} {
		if code, body := send(c.body); code != c.status || c.code != "" && !strings.Contains(body, c.code) {
			t.Errorf("%.80s: %d %.200s, want %d %s", c.body, code, body, c.status, c.code)
		}
	}
	// The caller of the batch is the caller of each.
	w := s.call("POST", "/wp-json/batch/v1", `{"requests":[{"path":"/wp/v2/things","body":{"title":"xx"}},{"path":"/core/v2/things","body":{"title":"xx"}}]}`)
	if at(t, w.Body.String(), "responses/0/status") != "401" || at(t, w.Body.String(), "responses/1/body/code") != `"rest_no_route"` {
		t.Errorf("a stranger: %s", w.Body)
	}
}

// TestLongBatches has answers that are longer together than one may be: what was done
// is told of all.
func TestLongBatches(t *testing.T) {
	t.Parallel()
	s := newAPI(t, func(c *rest.Config) { c.MaxAnswer = 150 })
	one := `{"path":"/core/v2/things?_fields=id,title.rendered","body":{"title":"` + strings.Repeat("a", 100) + `"}}`
	w := s.call("POST", "/api/batch/v1", `{"requests":[`+strings.Repeat(one+",", 9)+one+`]}`, "Authorization: administrator")
	body := w.Body.String()
	if n := strings.Count(body, strings.Repeat("a", 100)); n == 0 || n == 10 {
		t.Errorf("%d of 10 answers are there: %s", n, body)
	}
	for path, want := range map[string]string{
		"responses/0/status": "201", "responses/9/status": "201", "responses/9/body": "null", "responses/9/headers/Location": `"http://x.y/api/core/v2/things/2"`,
	} {
		if got := at(t, body, path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
