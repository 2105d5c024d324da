package verify

import (
	"cmp"
	"fmt"
	"html/template"
	"io"
	"regexp"
	"slices"
)

// Row counts the fields of one resource.
type Row struct {
	Resource string `json:"resource"`
	Same     int    `json:"same"`
	All      int    `json:"all"`
}

// Share is how many of a hundred are the same.
func (r Row) Share() string {
	if r.All == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f %%", 100*float64(r.Same)/float64(r.All))
}

// Difference is a field that isn't the same. Why explains one that is to be expected; it
// is "" for others.
type Difference struct {
	Resource string `json:"resource"`
	Where    string `json:"where"`
	Old      string `json:"old"`
	New      string `json:"new"`
	Why      string `json:"why,omitempty"`
}

// maxListed bounds how many differences are kept.
const maxListed = 20_000

// Report is what a comparison found.
type Report struct {
	Rows        []*Row       `json:"resources"`
	Total       Row          `json:"total"`
	Explained   int          `json:"explained"`
	Differences []Difference `json:"differences"`
	More        int          `json:"more_differences"`
	// BrokenOff is what ended the comparison before its end, "" where nothing did.
	BrokenOff string `json:"broken_off,omitempty"`
}

// expected are differences that are to be expected, with the reason. The first that fits
// counts. One that says more than the reason does isn't: a field that is there with another
// value, or an id of nobody.
var expected = []struct {
	where, old *regexp.Regexp
	fits       func(was, is string) bool
	why        string
}{
	{nil, personID, sameButPerson, "the old site makes ids of people with a secret of its configuration file"},
	{regexp.MustCompile(`/yoast_head_json/(next|prev)$`), listPage, isMissing, pageOfAList},
	{regexp.MustCompile(`/yoast_head$`), nil, sameButList, pageOfAList},
	{regexp.MustCompile(`/yoast_head$`), nil, sameButPlaces, "the head has the same tags in another order"},
	{regexp.MustCompile(`/yoast_head$`), nil, sameButNotice, "what administrators are told of a missing description is in the program's own words"},
	{regexp.MustCompile(`/description$`), regexp.MustCompile(`^(Displays|Templates? |Used as|Global styles|The latest|Navigation menus that)`), nil, "a text of the program, not of the site"},
	{regexp.MustCompile(`/wp_(template|template_part|global_styles|navigation)/description$`), nil, nil, "a text of the program, not of the site"},
	{regexp.MustCompile(`/meta/`), nil, isMissing, "the old site's code declared the field; its value is kept, quoin type apply declares it"},
	{regexp.MustCompile(`/wp/v2/settings(\?\S*)? /[^/]+$`), nil, isMissing, "only the old site's code knows the setting"},
	{regexp.MustCompile(`/wp/v2/menu-locations(\?\S*)? /`), nil, isMissing, "the old site's code added the place for a menu"},
	{regexp.MustCompile(`/redirection/v1/redirect\?\S* /(hits|last_access)$`), nil, isThere, "each side counts the visits that it has, those of this comparison among them"},
	{regexp.MustCompile(`/redirection/v1/setting(\?\S*)? /installed$`), nil, nil, "where the files of the old site are"},
	{regexp.MustCompile(`/rendered_form$|/instance/hash$`), nil, nil, "forms and digests of widgets are made by the program"},
	{regexp.MustCompile(`/capabilities/`), nil, isMissing, "the old site added or changed roles, or has extensions that aren't here"},
	{regexp.MustCompile(regexp.QuoteMeta(ofNobodysWork) + "$"), regexp.MustCompile(`^200$`), isNotFound, "the archive of an account that published nothing isn't there: it would tell which accounts there are"},
	{regexp.MustCompile(regexp.QuoteMeta(ofNoPages) + "$"), regexp.MustCompile(`^[23]\d\d$`), isNotFound, kindWithoutPages},
	{regexp.MustCompile(regexp.QuoteMeta(" leads to"+ofNoPages) + "$"), regexp.MustCompile(`^\{base\}/$`), isNowhere, kindWithoutPages},
	{regexp.MustCompile(regexp.QuoteMeta(toAdmin) + "$"), nil, nil, "an extension of the old site has the entry lead to an address that the site doesn't allow, so to its administration; here the entry is shown"},
	{regexp.MustCompile(`^/\?paged=\d+ (status|leads to)` + regexp.QuoteMeta(atFront) + "$"), nil, nil, "the old site says the number of a page of the front twice in the address that it leads to; here the page is shown at once"},
	{regexp.MustCompile(`/wp/v2/types(\?\S*)? /(post|page|attachment)/supports/[^/]+$`), regexp.MustCompile(`^true$`), isMissing, "the old site's code added it to a type that every site has"},
	{regexp.MustCompile(`/schema/@graph/\d+/(url|contentUrl|thumbnailUrl)$`), sizeAsked, sameButSizeAsked, otherSizeAsked},
	{regexp.MustCompile(`/yoast_head$`), sizeAsked, sameButSizeAsked, otherSizeAsked},
	{regexp.MustCompile(regexp.QuoteMeta(inRandomOrder) + "$"), nil, sameButOrder, "the images come in another order each time, as the entry says"},
	{regexp.MustCompile(`/rendered$`), nil, sameButAsker, "tokens and links that the program makes for who asks"},
	{regexp.MustCompile(`/rendered$`), nil, sameButMade, "ids that are made anew whenever the text is shown"},
	{regexp.MustCompile(`/rendered$`), nil, sameButScripts, "scripts of lists that lead to what is chosen are the program's own"},
}

var (
	personID = regexp.MustCompile(`/schema\\?/person\\?/[0-9a-f]{32}`)
	madeIDs  = regexp.MustCompile(`\b[0-9a-f]{13}\b|\?_=\d+|\b(audio|video)-\d+-\d+|\bwp-block-search__input-\d+|\b(wp-elements|gallery|playlist|(audio|video)-\d+|wp-block-[a-z-]+|modal|block-query)-\d+`)
)

// pageOfAList is why heads on the old site have neighbours.
const pageOfAList = "the old site leads from a head to a page of the list in a text before it in the answer, at an address that there isn't"

var (
	listPage    = regexp.MustCompile(`[?&]query-\d+-page=\d+`)
	listPageTag = regexp.MustCompile(`<link rel="(next|prev)" href="[^"]*[?&]query-\d+-page=\d+[^"]*"[^>]* />\n`)
)

// sameButList tells whether nothing but links to pages of a list differs, which the new site
// doesn't have, and ids of people.
func sameButList(was, is string) bool {
	return listPageTag.MatchString(was) && sameButPerson(listPageTag.ReplaceAllString(was, ""), is)
}

// notice is the comment before what robots may do.
var notice = regexp.MustCompile(`<!-- [^\n]* -->\n(<meta name="robots")`)

// sameButNotice tells whether nothing but a notice differs, of which both sites have one, and
// ids of people.
func sameButNotice(was, is string) bool {
	return notice.MatchString(was) && notice.MatchString(is) && sameButPerson(notice.ReplaceAllString(was, "$1"), notice.ReplaceAllString(is, "$1"))
}

var script = regexp.MustCompile(`(?s)<script>.*?</script>`)

// sameButScripts tells whether nothing but what scripts say differs, of which both sites have as
// many, and ids that are made while a text is shown.
func sameButScripts(was, is string) bool {
	return script.MatchString(was) && sameButMade(script.ReplaceAllString(was, "<script>"), script.ReplaceAllString(is, "<script>"))
}

// ofNobodysWork follows where the archive of an account is that published nothing.
const ofNobodysWork = " (of an account that published nothing)"

// missing is what stands for a field that the new site doesn't have.
const missing = "(missing)"

func isMissing(_, is string) bool { return is == missing }

func isThere(_, is string) bool { return is != missing && is != "" }

func isNowhere(_, is string) bool { return is == "" }

func isNotFound(_, is string) bool { return is == "404" }

// sameButPerson tells whether nothing but ids of people differs, of which both sites have one.
func sameButPerson(was, is string) bool {
	return personID.ReplaceAllString(was, "/schema/person/") == personID.ReplaceAllString(is, "/schema/person/")
}

// sameButMade tells whether nothing but ids differs that are made while a text is shown.
func sameButMade(was, is string) bool {
	was, is = captionID.ReplaceAllString(was, "$1"), captionID.ReplaceAllString(is, "$1")
	return madeIDs.ReplaceAllString(was, "#") == madeIDs.ReplaceAllString(is, "#")
}

// row is that of a resource.
func (r *Report) row(resource string) *Row {
	i, ok := slices.BinarySearchFunc(r.Rows, resource, func(row *Row, name string) int { return cmp.Compare(row.Resource, name) })
	if !ok {
		r.Rows = slices.Insert(r.Rows, i, &Row{Resource: resource})
	}
	return r.Rows[i]
}

func (r *Report) count(resource string, same bool, where, was, is string) {
	row := r.row(resource)
	row.All++
	r.Total.All++
	if same {
		row.Same++
		r.Total.Same++
		return
	}
	r.keep(Difference{Resource: resource, Where: where, Old: cut(was), New: cut(is), Why: reasonFor(where, was, is)})
}

// differ counts a field that isn't the same, for a reason.
func (r *Report) differ(resource, where, was, is, why string) {
	row := r.row(resource)
	row.All++
	r.Total.All++
	r.keep(Difference{Resource: resource, Where: where, Old: cut(was), New: cut(is), Why: why})
}

// reasonFor is why a difference is to be expected, "" for one that isn't.
func reasonFor(where, was, is string) string {
	for _, e := range expected {
		if (e.where == nil || e.where.MatchString(where)) && (e.old == nil || e.old.MatchString(was)) && (e.fits == nil || e.fits(was, is)) {
			return e.why
		}
	}
	return ""
}

func (r *Report) keep(d Difference) {
	if d.Why != "" {
		r.Explained++
	}
	if len(r.Differences) == maxListed {
		r.More++
		return
	}
	r.Differences = append(r.Differences, d)
}

// cut is the beginning of a long text.
func cut(text string) string {
	const most = 200
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}

// Unexplained is how many fields differ without a reason to expect it.
func (r *Report) Unexplained() int { return r.Total.All - r.Total.Same - r.Explained }

// Text writes the report for a terminal: the counts, and with all each difference.
func (r *Report) Text(w io.Writer, all bool) error {
	if all {
		for _, d := range r.Differences {
			why := d.Why
			if why != "" {
				why = " (" + why + ")"
			}
			if _, err := fmt.Fprintf(w, "%s %s: %q is %q%s\n", d.Resource, d.Where, d.Old, d.New, why); err != nil {
				return err
			}
		}
	}
	for _, row := range append(slices.Clone(r.Rows), &Row{"all", r.Total.Same, r.Total.All}) {
		if _, err := fmt.Fprintf(w, "%-32s %8d of %-8d %9s\n", row.Resource, row.Same, row.All, row.Share()); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintf(w, "%d fields differ; %d of these are to be expected\n", r.Total.All-r.Total.Same, r.Explained); err != nil || r.BrokenOff == "" {
		return err
	}
	_, err := fmt.Fprintln(w, "the comparison isn't whole: it broke off")
	return err
}

var page = template.Must(template.New("report").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>How much arrived</title>
<style>body{font:16px/1.5 system-ui;max-width:72rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}td,th{padding:.3rem .6rem;border-bottom:1px solid #ddd;text-align:left;vertical-align:top;overflow-wrap:anywhere}td.n{text-align:right;white-space:nowrap}</style></head>
<body><h1>{{.Total.Share}} arrived</h1>
{{with .BrokenOff}}<p><strong>The comparison isn't whole.</strong> It broke off: {{.}}</p>
{{end}}<p>{{.Total.Same}} of {{.Total.All}} fields are the same on both sites. Of the others, {{.Explained}} are to be expected.</p>
<table><thead><tr><th scope="col">What</th><th scope="col">Same</th><th scope="col">All</th><th scope="col">Share</th></tr></thead><tbody>
{{range .Rows}}<tr><td>{{.Resource}}</td><td class="n">{{.Same}}</td><td class="n">{{.All}}</td><td class="n">{{.Share}}</td></tr>
{{end}}</tbody></table>
<h2>Differences</h2>
<table><thead><tr><th scope="col">Where</th><th scope="col">Old site</th><th scope="col">This site</th><th scope="col">Why</th></tr></thead><tbody>
{{range .Differences}}<tr><td>{{.Resource}} {{.Where}}</td><td>{{.Old}}</td><td>{{.New}}</td><td>{{.Why}}</td></tr>
{{end}}</tbody></table>{{if .More}}<p>and {{.More}} more</p>{{end}}
</body></html>
`))

// HTML writes the report as a page.
func (r *Report) HTML(w io.Writer) error { return page.Execute(w, r) }
