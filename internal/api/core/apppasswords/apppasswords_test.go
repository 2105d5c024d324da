package apppasswords_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"quoin/internal/api/core/apppasswords"
	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/env"
	"quoin/internal/api/core/users"
	"quoin/internal/api/rest"
)

func newSite(t *testing.T) *coretest.Site {
	t.Helper()
	return coretest.New(t, func(e *env.Env) []rest.Route { return slices.Concat(users.Routes(e), apppasswords.Routes(e)) })
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	of := fmt.Sprintf("core/v2/users/%d/application-passwords", s.IDs["author"])
	mine := "core/v2/users/me/application-passwords"
	const one = "/3b8b4a5e-3c38-4f3a-9f3a-000000000000"
	for _, c := range []struct {
		role, method, path, body string
		status                   int
		code                     string
	}{
		{"", "GET", of, "", 401, "rest_cannot_list_application_passwords"},
		{"editor", "GET", of, "", 403, "rest_cannot_list_application_passwords"},
		{"editor", "GET", of + one, "", 403, "rest_cannot_read_application_password"},
		{"editor", "POST", of, `{"name":"x"}`, 403, "rest_cannot_create_application_passwords"},
		{"editor", "PUT", of + one, `{"name":"x"}`, 403, "rest_cannot_edit_application_password"},
		{"editor", "DELETE", of + one, "", 403, "rest_cannot_delete_application_password"},
		{"", "DELETE", of, "", 401, "rest_cannot_delete_application_passwords"},
		{"administrator", "GET", of + "/introspect", "", 403, "rest_cannot_introspect_app_password_for_non_authenticated_user"},
		{"", "GET", mine, "", 401, "rest_not_logged_in"},
		{"", "GET", "core/v2/users/99999/application-passwords", "", 404, "rest_user_invalid_id"},
		{"", "POST", of, `{}`, 400, "rest_missing_callback_param"},
		{"author", "POST", mine, `{"name":" "}`, 400, "rest_invalid_param"},
		{"author", "POST", mine, `{"name":"<b></b>"}`, 400, "application_password_empty_name"},
		{"author", "POST", mine, `{"name":"x","app_id":"X"}`, 400, "rest_invalid_param"},
		{"author", "GET", mine + one, "", 404, "rest_application_password_not_found"},
		{"author", "DELETE", mine + one, "", 404, "rest_application_password_not_found"},
		{"author", "PUT", mine + one, `{"name":"x"}`, 404, "rest_application_password_not_found"},
		{"administrator", "GET", of, "", 200, ""},
	} {
		a := s.Do(c.role, c.method, c.path, c.body)
		if a.Status != c.status || a.Code() != c.code {
			t.Errorf("%s %s %s %s: %d %q, want %d %q", c.role, c.method, c.path, c.body, a.Status, a.Code(), c.status, c.code)
		}
	}
}

func TestLife(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	mine := "core/v2/users/me/application-passwords"
	const app = "3b8b4a5e-3c38-4f3a-9f3a-0a1b2c3d4e5f"
	made := s.Do("author", "POST", mine, `{"name":"My <b>app</b>","app_id":"`+app+`"}`)
	if made.Status != 201 || made.Get("name") != "My app" || made.Get("app_id") != app {
		t.Fatalf("create: %d %s", made.Status, made.Text)
	}
	secret, _ := made.Get("password").(string)
	if !regexp.MustCompile(`^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$`).MatchString(secret) {
		t.Errorf("secret %q", secret)
	}
	uuid, _ := made.Get("uuid").(string)
	self := fmt.Sprintf("http://example.org/api/core/v2/users/%d/application-passwords/%s", s.IDs["author"], uuid)
	if got := made.Header.Get("Location"); got != self {
		t.Errorf("location %q, want %q", got, self)
	}
	by := func(login, secret, path string) coretest.Answer {
		r := httptest.NewRequest(http.MethodGet, "/api/core/v2/users/"+path, nil)
		r.SetBasicAuth(login, secret)
		r.RemoteAddr = "192.0.2.7:1234"
		return s.Send(r)
	}
	s.Now = s.Now.Add(time.Hour)
	for _, login := range []string{"author", "AUTHOR", "author@example.org"} {
		if a := by(login, secret+" -", "me"); a.Status != 200 {
			t.Errorf("%s: %d", login, a.Status)
		}
	}
	a := by("author", secret, "me/application-passwords/introspect")
	if a.Get("uuid") != uuid || a.Get("last_used") != "2026-03-04T06:06:07" || a.Get("last_ip") != "192.0.2.7" || a.Get("password") != nil {
		t.Errorf("introspect: %s", a.Text)
	}
	s.Now = s.Now.Add(23 * time.Hour)
	if a = by("author", secret, "me/application-passwords/introspect"); a.Get("last_used") != "2026-03-04T06:06:07" {
		t.Errorf("recorded twice a day: %s", a.Text)
	}
	s.Now = s.Now.Add(2 * time.Hour)
	if a = by("author", secret, "me/application-passwords/introspect"); a.Get("last_used") != "2026-03-05T07:06:07" {
		t.Errorf("not recorded: %s", a.Text)
	}
	a = s.Do("author", "PATCH", mine+"/"+uuid, `{"name":"Renamed","app_id":""}`)
	if a.Status != 200 || a.Get("name") != "Renamed" || a.Get("app_id") != app {
		t.Errorf("rename: %s", a.Text)
	}
	a = s.Do("author", "GET", mine+"/"+uuid+"?context=embed", "")
	var embed map[string]json.RawMessage
	if err := json.Unmarshal([]byte(a.Text), &embed); err != nil || len(embed) != 4 {
		t.Errorf("embed: %s", a.Text)
	}
	a = s.Do("author", "DELETE", mine+"/"+uuid, "")
	if a.Get("deleted") != true || a.Get("previous", "name") != "Renamed" {
		t.Errorf("delete: %s", a.Text)
	}
	if a = by("author", secret, "me"); a.Status != 401 || a.Code() != "rest_not_logged_in" {
		t.Errorf("revoked, but: %d %s", a.Status, a.Text)
	}
	s.Do("administrator", "POST", fmt.Sprintf("core/v2/users/%d/application-passwords", s.IDs["author"]), `{"name":"x"}`)
	a = s.Do("author", "DELETE", mine, "")
	if a.Text != `{"deleted":true,"count":2}` {
		t.Errorf("delete all: %s", a.Text)
	}
	if a = s.Do("author", "GET", "core/v2/users/me", ""); a.Status != 401 {
		t.Errorf("all revoked, but: %d", a.Status)
	}
}

func TestSwitchedOff(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	mine := "core/v2/users/me/application-passwords"
	if err := s.DB.SetUserMeta(s.Context(), s.IDs["author"], "application_passwords", "off"); err != nil {
		t.Fatal(err)
	}
	a := s.Do("administrator", "GET", strings.Replace(mine, "me", fmt.Sprint(s.IDs["author"]), 1), "")
	if a.Status != 501 || a.Code() != "application_passwords_disabled_for_user" {
		t.Errorf("off for one: %d %s", a.Status, a.Text)
	}
	if a = s.Do("author", "GET", "core/v2/users/me", ""); a.Status != 401 {
		t.Errorf("the account gets in: %d", a.Status)
	}
	if err := s.Env.Site.SetOption(s.Context(), "application_passwords", false); err != nil {
		t.Fatal(err)
	}
	if a = s.Do("", "GET", mine, ""); a.Status != 501 || a.Code() != "application_passwords_disabled" {
		t.Errorf("off: %d %s", a.Status, a.Text)
	}
}
