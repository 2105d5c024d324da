package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/fault"
)

// Exchange writes the site into export files, and brings export files in.
type Exchange interface {
	// WriteExport writes all, or what a query finds that names types.
	WriteExport(ctx context.Context, file io.Writer, only content.Query) error
	// ReadExport tells how far it is: what it does, and how much of how much of that is
	// done. In the end it says in lines what came in.
	ReadExport(ctx context.Context, file io.ReadSeeker, step func(part string, done, total int64)) ([]string, error)
}

const nonceImport = "import-upload"

// export shows the screen, or sends the file that it leads to.
func (v *visit) export() bool {
	if v.query("download") == "" || v.r.Method != http.MethodGet {
		return v.screen("export.php")
	}
	if !v.actor.Can("export") {
		v.say(http.StatusForbidden, "You aren't allowed to export this site.")
		return true
	}
	var only content.Query
	if asked := v.query("content"); asked != "" && asked != "all" {
		all := exported(v)
		i := slices.IndexFunc(all, func(t *content.Type) bool { return asked == exportName(t) || asked == cmp.Or(t.Reference, t.Name) })
		if i < 0 {
			v.say(http.StatusNotFound, "There is no type of that name that is written here.")
			return true
		}
		only = v.narrowExport(all[i])
	}
	v.headers()
	h := v.w.Header()
	h.Set("Content-Type", "text/xml; charset=UTF-8")
	h.Set("Content-Disposition", `attachment; filename="site.`+v.Site.Now(v.ctx).Format(time.DateOnly)+`.xml"`)
	if err := v.Exchange.WriteExport(v.ctx, v.w, only); err != nil {
		v.Log.ErrorContext(v.ctx, "an export broke off", "error", err)
		panic(http.ErrAbortHandler) // the file has begun, and must not look whole
	}
	return true
}

// exported are the types of which an export file may have nothing else.
func exported(v *visit) []*content.Type {
	return slices.DeleteFunc(slices.Clone(v.Types.All()), func(t *content.Type) bool { return !t.REST || !t.Public })
}

// exportName is what a type is called in the form of exports, as in that of the field.
func exportName(t *content.Type) string {
	switch t.Name {
	case content.TypePost:
		return "posts"
	case content.TypePage:
		return "pages"
	}
	return cmp.Or(t.Reference, t.Name)
}

// narrowedTypes are the types of which a part may be exported.
var narrowedTypes = []string{content.TypePost, content.TypePage, content.TypeAttachment}

// narrowExport is what of a type the form asks for: an author, a status, a category, and months from and to.
func (v *visit) narrowExport(t *content.Type) content.Query {
	q := content.Query{Types: []string{t.Name}}
	if !slices.Contains(narrowedTypes, t.Name) {
		return q
	}
	at := cmp.Or(t.Reference, t.Name) + "_"
	number := func(name string) int64 {
		n, _ := strconv.ParseInt(v.query(name), 10, 64) // what is no number asks for nothing
		return n
	}
	if n := number(at + "author"); n > 0 {
		q.Authors = []int64{n}
	}
	if n := number("cat"); n > 0 && t.Name == content.TypePost {
		q.Terms = []content.TermFilter{{Taxonomy: taxonomy.Category, Terms: []int64{n}}}
	}
	if s := v.query(at + "status"); s != "" && s != "0" && s != "all" {
		q.Statuses = []content.Status{content.Status(s)}
	}
	if from, err := time.Parse("2006-01", v.query(at+"start_date")); err == nil {
		q.After = from.Add(-time.Second).Format(site.DateForm)
	}
	if to, err := time.Parse("2006-01", v.query(at+"end_date")); err == nil {
		q.Before = to.AddDate(0, 1, 0).Format(site.DateForm)
	}
	return q
}

// exportable is a type of the form of exports, and the months by which it can be narrowed.
type exportable struct {
	ID     string   `json:"id"`
	Name   string   `json:"name"` // how names of its fields begin
	Title  string   `json:"title"`
	Months []string `json:"months,omitempty"` // as YYYY-MM
}

// describeExport says which types there are.
func describeExport(v *visit, data map[string]any) error {
	types := []exportable{}
	for _, t := range exported(v) {
		one := exportable{ID: exportName(t), Name: cmp.Or(t.Reference, t.Name), Title: v.name(t)}
		if slices.Contains(narrowedTypes, t.Name) {
			var err error
			if one.Months, err = v.Counts.EntryMonths(v.ctx, t.Name); err != nil {
				return err
			}
		}
		types = append(types, one)
	}
	data["types"] = types
	return nil
}

// takeExport brings in the file of a form. The answer is a line of JSON for each step and
// one for the end, sent as they come. Who leaves ends it; the rest comes with the next run.
func (v *visit) takeExport() {
	if !v.actor.Can("import") {
		v.refuse(http.StatusForbidden, "You aren't allowed to bring contents in.")
		return
	}
	v.r.Body = http.MaxBytesReader(v.w, v.r.Body, v.MaxUpload)
	if err := v.r.ParseMultipartForm(1 << 20); err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			v.refuse(http.StatusRequestEntityTooLarge, "The file is larger than uploads may be.")
			return
		}
		v.refuse(http.StatusBadRequest, "The form can't be read.")
		return
	}
	defer func() { _ = v.r.MultipartForm.RemoveAll() }()
	if !v.Auth.VerifyNonce(v.ctx, v.session, nonceImport, v.r.PostForm.Get("_wpnonce")) {
		v.refuse(http.StatusForbidden, "The page is too old. Load it again.")
		return
	}
	file, _, err := v.r.FormFile("file")
	if err != nil {
		v.refuse(http.StatusBadRequest, "There is no file in the form.")
		return
	}
	defer file.Close()
	v.headers()
	v.w.Header().Set("Content-Type", "application/x-ndjson; charset=UTF-8")
	lines, control := json.NewEncoder(v.w), http.NewResponseController(v.w)
	tell := func(line map[string]any) {
		_ = lines.Encode(line) // a caller that went away ends the run by the context
		_ = control.Flush()
	}
	var last time.Time
	said, err := v.Exchange.ReadExport(v.ctx, file, func(part string, done, total int64) {
		if now := time.Now(); now.Sub(last) > time.Second/2 || done == total {
			last = now
			tell(map[string]any{"part": part, "done": done, "total": total})
		}
	})
	switch f := fault.Outage(err); {
	case f != nil:
		tell(map[string]any{"message": f.Message})
	case err != nil:
		tell(map[string]any{"message": err.Error(), "said": said})
	default:
		tell(map[string]any{"said": said})
	}
}
