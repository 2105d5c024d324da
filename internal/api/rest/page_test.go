package rest_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// linked finds the addresses of a Link header.
func linked(header string) map[string]string {
	out := map[string]string{}
	for _, m := range regexp.MustCompile(`<([^>]*)>; rel="(\w+)"`).FindAllStringSubmatch(header, -1) {
		out[m[2]] = m[1]
	}
	return out
}

// TestLongPageLinks asks with lists of growing length: the links to other
// pages mean the same as the request, and stay within what clients take.
func TestLongPageLinks(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil)
	for _, c := range []struct {
		items      int
		forms      string // "a" for name[0]=, "b" for commas
		prev, next bool
	}{
		{100, "a", true, true}, {400, "b", true, true}, {1500, "b", false, true}, {9000, "", false, false},
	} {
		ids := make([]string, c.items)
		for i := range ids {
			ids[i] = strconv.Itoa(100_000 + i)
		}
		w := s.call(http.MethodGet, "/api/core/v2/things?per_page=1&page=2&flag=1&list="+strings.Join(ids, ","), "")
		if w.Code != http.StatusOK {
			t.Fatal(w.Code)
		}
		header := w.Header().Get("Link")
		if len(header) > 16<<10 {
			t.Errorf("%d items: a header of %d bytes", c.items, len(header))
		}
		links := linked(header)
		if (links["prev"] != "") != c.prev || (links["next"] != "") != c.next {
			t.Errorf("%d items: %.200s", c.items, header)
		}
		for rel, page := range map[string]string{"prev": "1", "next": "3"} {
			if links[rel] == "" {
				continue
			}
			u, err := url.Parse(links[rel])
			if err != nil {
				t.Fatal(err)
			}
			q := u.Query()
			got := strings.Split(q.Get("list"), ",")
			if c.forms == "a" {
				got = nil
				for i := range ids {
					got = append(got, q.Get(fmt.Sprintf("list[%d]", i)))
				}
			}
			if q.Get("page") != page || q.Get("per_page") != "1" || q.Get("flag") != "1" || strings.Join(got, ",") != strings.Join(ids, ",") {
				t.Errorf("%d items, %s: %.300s", c.items, rel, links[rel])
			}
		}
	}
}
