package rest_test

import (
	"net/http"
	"testing"
)

func TestFlawedJSON(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil)
	for body, want := range map[string]string{
		"{":                       "4",
		`{"text":}`:               "4",
		"\x89PNG":                 "5",
		"{\"text\":\"\xe9\"}":     "5",
		`{"text":x` + "\xff}":     "4",
		"\ufeff{}":                "4",
		"{\"text\":\"a\nb\"}":     "3",
		"\x01{}":                  "3",
		`{"text":"open`:           "3",
		`{"text":"\ud800"}`:       "10",
		`{"text":"\udc00"}`:       "10",
		`{"text":"\ud800\u0041"}`: "10",
		`{"text":"\u00zz"}`:       "10",
	} {
		if w := s.call("POST", "/api/core/v2/echo", body); w.Code != http.StatusBadRequest || at(t, w.Body.String(), "data/json_error_code") != want {
			t.Errorf("%q: %d %s, want problem %s", body, w.Code, w.Body, want)
		}
	}
	for _, body := range []string{`{"text":"\ud83d\ude00"}`, `{"text":"\\ud800"}`, `{"text":"\"é\" \u0041"}`} {
		if w := s.call("POST", "/api/core/v2/echo", body); w.Code != http.StatusOK {
			t.Errorf("%q: %d %s", body, w.Code, w.Body)
		}
	}
}
