package blocks

import "testing"

func TestAddressesOfPages(t *testing.T) {
	t.Parallel()
	for here, want := range map[string]string{
		"/a/":                            "/a/?query-page=2",
		"/a/?_fields=title,content&x":    "/a/?_fields=title%2Ccontent&x&query-page=2",
		"/a/?q=%7E+~&query-page=7&empty": "/a/?q=%7E+%7E&query-page=2&empty",
		"/a/?q=%zz&cst=1":                "/a/?q=%25zz&query-page=2",
		"/a/?b[]=1&c=x&b[]=2":            "/a/?b%5B0%5D=1&b%5B1%5D=2&c=x&query-page=2",
	} {
		if got := withQuery(here, "query-page", "2"); got != want {
			t.Errorf("%s: %s, want %s", here, got, want)
		}
	}
	if got := (cancelReply{"replytocom"}).For("/a/?replytocom=3&b[]=1,2"); got != "/a/?b%5B0%5D=1%2C2" {
		t.Errorf("cancelled %s", got)
	}
}
