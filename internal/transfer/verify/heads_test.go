package verify

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// headed is a term with a head, which says more in both its forms.
func headed(id int, name, title, object, tags string) string {
	return fmt.Sprintf(`{"id":%[1]d,"name":%[2]q,"link":"https://old.example/c/%[1]d/",`+
		`"yoast_head":"<title>%[3]s</title>\n<meta property=\"og:title\" content=\"%[3]s\" />\n%[5]s",`+
		`"yoast_head_json":{"title":%[3]q,"robots":{"index":"index"}%[4]s}}`, id, name, title, object, tags)
}

// listsOf compares a list of terms of two sites, and tells why each place differs.
func listsOf(t *testing.T, was, is []string) map[string]string {
	t.Helper()
	answer := func(items []string) Said {
		return Said{URL: "https://old.example", Answer: &Answer{
			Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte("[" + strings.Join(items, ",") + "]"),
		}}
	}
	report, err := Pair(t.Context(), "/list", answer(was), answer(is))
	if err != nil {
		t.Fatal(err)
	}
	why := map[string]string{}
	for _, d := range report.Differences {
		why[strings.TrimPrefix(d.Where, "/list")] = d.Why
	}
	return why
}

// Where the old site says of one term what it says of all, and the new one something else of this
// one alone, that was written for it; where the new one says what it says of all, it was lost.
func TestHeadsOlderThanTheirTexts(t *testing.T) {
	t.Parallel()
	usual := []string{headed(1, "Sea", "Sea Archives", "", ""), headed(2, "Bay", "Bay Archives", "", "")}
	own := []string{headed(1, "Sea", "Everything on the sea", "", ""), usual[1]}
	for place, why := range listsOf(t, usual, own) {
		if why != olderThanItsTexts || !strings.HasPrefix(place, "#1 /yoast_head") {
			t.Errorf("%s: %q", place, why)
		}
	}
	if got := listsOf(t, usual, own); len(got) != 2 {
		t.Errorf("%v", got)
	}
	for place, why := range listsOf(t, own, usual) {
		if why != "" {
			t.Errorf("what was lost is explained: %s: %q", place, why)
		}
	}
	other := []string{headed(1, "Sea", "Sea of others", "", ""), headed(2, "Bay", "Bay of others", "", "")}
	for place, why := range listsOf(t, usual, other) {
		if why != "" {
			t.Errorf("another form of all titles is explained: %s: %q", place, why)
		}
	}
}

// A head that says more is explained, one that says less beside isn't.
func TestHeadsThatSayMore(t *testing.T) {
	t.Parallel()
	more := headed(1, "Sea", "Sea Archives", `,"description":"Own"`, `<meta name=\"description\" content=\"Own\" />`)
	less := strings.Replace(more, `<meta property=\"og:title\" content=\"Sea Archives\" />\n`, "", 1)
	plain := headed(1, "Sea", "Sea Archives", "", "")
	if got := listsOf(t, []string{plain}, []string{more}); len(got) != 1 || got["#1 /yoast_head"] != saysMore {
		t.Errorf("%v", got)
	}
	if got := listsOf(t, []string{plain}, []string{less}); len(got) != 1 || got["#1 /yoast_head"] != "" {
		t.Errorf("%v", got)
	}
	if got := listsOf(t, []string{more}, []string{plain}); got["#1 /yoast_head"] != "" || got["#1 /yoast_head_json/description"] != "" {
		t.Errorf("%v", got)
	}
}
