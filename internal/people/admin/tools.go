package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/platform/fault"
)

// Exchange writes the site into export files, and brings export files in.
type Exchange interface {
	// WriteExport writes all, or what there is of some types.
	WriteExport(ctx context.Context, file io.Writer, types ...string) error
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
	var types []string
	if asked := v.query("content"); asked != "" && asked != "all" {
		all := exported(v)
		i := slices.IndexFunc(all, func(t *content.Type) bool { return asked == cmp.Or(t.Reference, t.Name) })
		if i < 0 {
			v.say(http.StatusNotFound, "There is no type of that name that is written here.")
			return true
		}
		types = []string{all[i].Name}
	}
	v.headers()
	h := v.w.Header()
	h.Set("Content-Type", "text/xml; charset=UTF-8")
	h.Set("Content-Disposition", `attachment; filename="site.`+v.Site.Now(v.ctx).Format(time.DateOnly)+`.xml"`)
	if err := v.Exchange.WriteExport(v.ctx, v.w, types...); err != nil {
		v.Log.ErrorContext(v.ctx, "an export broke off", "error", err)
		panic(http.ErrAbortHandler) // the file has begun, and must not look whole
	}
	return true
}

// exported are the types of which an export file may have nothing else.
func exported(v *visit) []*content.Type {
	return slices.DeleteFunc(slices.Clone(v.Types.All()), func(t *content.Type) bool { return !t.REST || !t.Public })
}

// describeExport says which these are.
func describeExport(v *visit, data map[string]any) error {
	types := []choice{}
	for _, t := range exported(v) {
		types = append(types, choice{ID: cmp.Or(t.Reference, t.Name), Title: v.name(t)})
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
