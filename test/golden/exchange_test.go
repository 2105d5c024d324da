package golden

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// run sends the requests of a scenario and returns what its golden file holds.
func (s *site) run(sc scenario) string {
	s.t.Helper()
	m := &masks{site: s, numbers: map[string]string{}, heads: strings.HasPrefix(sc.name, "seo-v1/")}
	var out strings.Builder
	found := false
	for _, r := range sc.requests {
		s.now.Add(int64(r.wait / time.Second))
		for _, actor := range r.actors {
			w := s.exchange(&out, m, r, actor)
			found = found || w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), `"rest_no_route"`)
		}
	}
	if !found {
		s.t.Errorf("none of the requests of %s finds a route: it records nothing", sc.name)
	}
	return out.String()
}

// runSeed sends the requests of testdata/seed.http as the administrator; all
// must succeed.
func (s *site) runSeed() {
	s.t.Helper()
	m := &masks{site: s, numbers: map[string]string{}}
	for _, r := range readScenario(s.t, "testdata/seed.http").requests {
		var out strings.Builder
		if w := s.exchange(&out, m, r, "administrator"); w.Code >= 300 {
			s.t.Fatalf("seed.http: %s", &out)
		}
	}
}

// exchange sends a request and writes it down with its answer.
func (s *site) exchange(out *strings.Builder, m *masks, r request, actor string) *httptest.ResponseRecorder {
	s.t.Helper()
	body, err := r.content(s.values, readFile)
	if err != nil {
		s.t.Fatalf("%q: %v", r.title, err)
	}
	path, header := expand(r.path, s.values), slices.Clone(r.header)
	if kind := r.contentType(); kind != "" {
		header = append(header, [2]string{"Content-Type", kind})
	}
	for i := range header {
		header[i][1] = expand(header[i][1], s.values)
	}
	if s.reference {
		path = s.names.toReference(path)
		if !bytes.Contains(body, []byte{0}) {
			body = []byte(s.names.toReference(string(body)))
		}
	}
	if !strings.HasPrefix(path, "http") {
		root := "/api"
		if s.reference {
			root = "/wp-json"
		}
		path = siteURL + root + path
	}
	w := s.serve(r.method, path, actor, header, body)
	m.public = strings.HasPrefix(r.path, "http") && !strings.Contains(r.path, "rest_route")
	if !m.public {
		s.checkNames(r, w)
		s.checkContract(r, path, w)
	}
	s.save(r, w, actor == r.actors[len(r.actors)-1])

	who := actor
	if who == "" {
		who = "anonymous"
	}
	fmt.Fprintf(out, "### %s\n%s %s (%s)\n%d\n", r.title, r.method, r.path, who, w.Code)
	m.header(out, w.Header(), r.headers)
	out.WriteString("\n")
	m.body(out, w, r.part)
	out.WriteString("\n\n")
	return w
}

// checkNames finds names of the other dialect in an answer.
func (s *site) checkNames(r request, w *httptest.ResponseRecorder) {
	s.t.Helper()
	text := strings.ReplaceAll(w.Body.String(), `\/`, "/")
	for _, name := range []string{"Link", "Location"} {
		text += "\n" + w.Header().Get(name)
	}
	if name := s.names.foreign(text, s.reference); name != "" && isText(w) {
		i := strings.Index(text, name)
		s.t.Errorf("%q has the name %s of the other dialect: %.200s", r.title, name, text[max(0, i-80):])
	}
}

// save keeps values of an answer. Only that of the last actor must have them.
func (s *site) save(r request, w *httptest.ResponseRecorder, last bool) {
	s.t.Helper()
	for _, k := range r.saves {
		n, err := parseJSON(w.Body.Bytes())
		if pointer := k.pointer; err == nil {
			if s.reference {
				pointer = s.names.toReference(pointer)
			}
			n = n.find(pointer)
		}
		if n == nil || n.open != 0 {
			if !last {
				continue
			}
			s.t.Fatalf("%q: nothing at %s to save as %s: %d %.500s", r.title, k.pointer, k.name, w.Code, w.Body)
		}
		s.values[k.name] = n.literal
	}
}

// masks make equal what two runs can't share: the ids of objects, and chance.
type masks struct {
	*site
	numbers map[string]string // names of ids that nobody named
	public  bool              // a public page, which is the same in both dialects
	heads   bool              // heads are what is recorded here
}

var (
	idForm       = regexp.MustCompile(`7[1-4]00\d{4}`)
	uuidForm     = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`)
	secretForm   = regexp.MustCompile(`^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$`)
	hashForm     = regexp.MustCompile(`\b[0-9a-f]{32}\b`)
	nonceForm    = regexp.MustCompile(`(nonce=|nonce":")[0-9a-f]{10}\b`)
	embedIDForm  = regexp.MustCompile(`(#\?secret=|data-secret=(?:"|&#34;))[A-Za-z0-9]{10}\b`)
	codeForm     = regexp.MustCompile(`(code_challenge=)[A-Za-z0-9_-]{43}`)
	uploadedForm = regexp.MustCompile(`(?m)\r\n`)
)

// longSaved is the length from which what was saved is a secret or a cursor, and
// another one in each run.
const longSaved = 20

// What heads have in the reference's words alone: the comments around them, what administrators
// are told of a missing description, and marks of tags.
var (
	headOpens  = regexp.MustCompile(`^<!-- This site is optimized with the \S+ SEO plugin v\S+ - https://\S+ -->\n`)
	headCloses = regexp.MustCompile(`<!-- / \S+ SEO plugin\. -->$`)
	headTells  = regexp.MustCompile(`\n<!-- For administrators: [^\n]* -->`)
	headMark   = regexp.MustCompile(`(?m) class="yoast-seo-meta-tag" />$`)
)

// ownHead is the text of a head in own words.
func ownHead(text string) string {
	if !headOpens.MatchString(text) {
		return text
	}
	text = headOpens.ReplaceAllString(text, "<!-- Quoin SEO -->\n")
	text = headCloses.ReplaceAllString(text, "<!-- / Quoin SEO -->")
	return headMark.ReplaceAllString(headTells.ReplaceAllString(text, ""), " />")
}

// mask makes a text equal in all runs and dialects.
func (m *masks) mask(text string) string {
	if m.reference && !m.public {
		if own := domains[text]; own != "" {
			return own
		}
		text = strings.ReplaceAll(m.names.toOwn(ownHead(text)), "/wp-json", "/api")
		text = strings.ReplaceAll(text, "%2Fwp-json", "%2Fapi")
	}
	text = idForm.ReplaceAllStringFunc(text, m.idName)
	for name, v := range m.values {
		if len(v) >= longSaved {
			text = strings.ReplaceAll(text, v, "{"+name+"}")
		}
	}
	text = uuidForm.ReplaceAllString(text, "{uuid}")
	text = secretForm.ReplaceAllString(text, "{secret}")
	text = hashForm.ReplaceAllString(text, "{hash}")
	text = codeForm.ReplaceAllString(text, "${1}{code}")
	text = nonceForm.ReplaceAllString(text, "${1}{nonce}")
	return embedIDForm.ReplaceAllString(text, "${1}{secret}")
}

// idName is the name of an object: its own, or its kind and a number by the
// order in which such objects appear.
func (m *masks) idName(id string) string {
	if name := m.nameOf(id); name != "" {
		return "{" + name + "}"
	}
	name, ok := m.numbers[id]
	if !ok {
		n, err := strconv.Atoi(id)
		if err != nil {
			m.t.Fatal(err)
		}
		kind := map[int]string{firstEntry: "entry", firstTerm: "term", firstUser: "user", firstComment: "comment"}[n-n%1000000]
		name = fmt.Sprintf("{%s %d}", kind, m.count(kind)+1)
		m.numbers[id] = name
	}
	return name
}

func (m *masks) count(kind string) int {
	n := 0
	for _, name := range m.numbers {
		if strings.HasPrefix(name, "{"+kind+" ") {
			n++
		}
	}
	return n
}

// recorded are the headers that tell something about the request at hand.
var recorded = []string{
	"Allow", "Cache-Control", "Content-Disposition", "Content-Type", "ETag", "Link", "Location", "WWW-Authenticate",
	"X-WP-Total", "X-WP-TotalPages",
}

// always is what a header says in most answers; it is recorded where it
// differs.
var always = map[string]string{"Content-Type": "application/json; charset=UTF-8"}

func (m *masks) header(out *strings.Builder, h http.Header, all bool) {
	names := make([]string, 0, len(h))
	for name := range h {
		if all || slices.ContainsFunc(recorded, func(r string) bool { return http.CanonicalHeaderKey(r) == name }) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		for _, v := range h.Values(name) {
			if v = m.mask(v); all || v != always[name] {
				fmt.Fprintf(out, "%s: %s\n", name, v)
			}
		}
	}
}

func isText(w *httptest.ResponseRecorder) bool {
	kind := w.Header().Get("Content-Type")
	return strings.Contains(kind, "json") || strings.HasPrefix(kind, "text/") || strings.Contains(kind, "javascript") || strings.Contains(kind, "xml")
}

func (m *masks) body(out *strings.Builder, w *httptest.ResponseRecorder, part *regexp.Regexp) {
	data := w.Body.Bytes()
	kind := w.Header().Get("Content-Type")
	switch {
	case len(data) == 0:
		out.WriteString("(nothing)")
	case strings.Contains(kind, "application/json"):
		n, err := parseJSON(data)
		if err != nil {
			m.t.Errorf("no JSON: %v: %.300s", err, data)
			return
		}
		n.each(m.mask)
		if !m.heads {
			n.shorten()
		}
		n.print(out, 0)
	case kind == "application/zip":
		m.archive(out, data)
	case isText(w):
		if part != nil {
			if data = part.Find(data); data == nil {
				m.t.Errorf("nothing matches %s: %.1000s", part, w.Body)
			}
		}
		out.WriteString(strings.TrimRight(m.mask(uploadedForm.ReplaceAllString(string(data), "\n")), "\n"))
	default:
		fmt.Fprintf(out, "(%d bytes)", len(data))
	}
}

// archive lists the files of a zip file.
func (m *masks) archive(out *strings.Builder, data []byte) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		m.t.Error(err)
		return
	}
	for i, f := range z.File {
		r, err := f.Open()
		if err != nil {
			m.t.Error(err)
			return
		}
		n, err := io.Copy(io.Discard, r)
		if err := r.Close(); err != nil || n == 0 {
			m.t.Errorf("%s in the archive: %d bytes, %v", f.Name, n, err)
		}
		if err != nil {
			m.t.Error(err)
		}
		if i > 0 {
			out.WriteString("\n")
		}
		out.WriteString(f.Name)
	}
}
