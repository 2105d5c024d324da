package api

import "testing"

// TestLockOutsOnTheScreen lists who is locked out by the API, and ends it.
func TestLockOutsOnTheScreen(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, _ := guarded(t, e, newClock())
		s.command(t, "set", "allowed_retries", "1")
		s.command(t, "set", "account_retries", "1")
		const path, ip = "/api/loginlimit/v1/locked", "203.0.113.1"
		if a := s.do("administrator", "GET", path, nil); a.status != 200 || string(a.body) != "[]" {
			t.Errorf("nobody: %d %s", a.status, a.body)
		}
		s.from(t, ip, "ann", "wrong")
		a := s.do("administrator", "GET", path, nil)
		list := a.json(t).([]any)
		names := map[any]any{}
		for _, one := range list {
			o := one.(map[string]any)
			names[o["kind"]] = o["name"]
		}
		if names["address"] != ip || names["account"] != "ann" {
			t.Errorf("locked out: %s", a.body)
		}
		for _, role := range []string{"editor", ""} {
			if a := s.do(role, "GET", path, nil); a.status != 401 && a.status != 403 {
				t.Errorf("%q reads: %d", role, a.status)
			}
			if a := s.do(role, "DELETE", path+"?kind=address&subject="+ip, nil); a.status != 401 && a.status != 403 {
				t.Errorf("%q ends: %d", role, a.status)
			}
		}
		for _, one := range list {
			o := one.(map[string]any)
			body := map[string]any{"kind": o["kind"], "subject": o["subject"]}
			if a := s.do("administrator", "DELETE", path, body); a.status != 200 {
				t.Errorf("end %v: %d %s", body, a.status, a.body)
			}
			if a := s.do("administrator", "DELETE", path, body); a.status != 404 {
				t.Errorf("end %v again: %d", body, a.status)
			}
		}
		if a := s.do("administrator", "DELETE", path, nil); a.status != 400 {
			t.Errorf("end of nothing: %d", a.status)
		}
		if a := s.from(t, ip, "ann", "correct horse"); a.status != 302 {
			t.Errorf("let in again: %d", a.status)
		}
	})
}
