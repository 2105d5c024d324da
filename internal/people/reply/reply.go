package reply

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"quoin/internal/display/render"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/language"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/auth"
)

// Path is where the form is sent.
const Path = "/wp-comments-post.php"

// Store is what the form reads, and the transaction that it writes in.
type Store interface {
	EntriesByID(ctx context.Context, ids []int64) (map[int64]*content.Entry, error)
	CommentsByID(ctx context.Context, ids []int64) (map[int64]*comment.Comment, error)
	InTx(ctx context.Context, do func(ctx context.Context) error) error
}

// Config is what the form is made of.
type Config struct {
	Store    Store
	Site     *site.Site
	Auth     *auth.Authenticator
	Comments *comment.Service
	Policy   comment.Policy
	Links    *content.Permalinks
	Log      *slog.Logger
	// Show answers with a page of the site that says why a comment isn't taken, HTML. False
	// leaves it to the form, as nil does.
	Show func(w http.ResponseWriter, r *http.Request, status int, title, text string) bool
	// Explain makes a fault of a refusal of the domain, nil for other errors.
	Explain func(err error) *fault.Error
}

// Form takes comments. It is safe for concurrent use.
type Form struct {
	Config
	hold   *Hold
	origin *http.CrossOriginProtection
}

// New makes the form.
func New(c Config) *Form {
	return &Form{Config: c, hold: NewHold(c.Auth), origin: http.NewCrossOriginProtection()}
}

// maxForm bounds the body of a form, in bytes: a comment has at most 65,525,
// each of which may be escaped.
const maxForm = 256 << 10

// refusal is why a comment isn't taken.
type refusal struct {
	status int
	why    string
	code   string // of the fault that it was; "" for none
}

func (r *refusal) Error() string { return r.why }

// ServeHTTP takes one comment and leads back to the entry.
func (f *Form) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store, private")
	h.Set("X-Content-Type-Options", "nosniff")
	if r.Method != http.MethodPost {
		h.Set("Allow", http.MethodPost)
		f.refuse(w, r, &refusal{http.StatusMethodNotAllowed, "Comments are sent by the form below an entry.", ""})
		return
	}
	ctx := scope.New(r.Context())
	r = r.WithContext(ctx)
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := f.origin.Check(r); err != nil {
		f.refuse(w, r, &refusal{http.StatusForbidden, "This form was sent from another site.", ""})
		return
	}
	if err := r.ParseForm(); err != nil {
		f.refuse(w, r, &refusal{http.StatusBadRequest, "The form can't be read.", ""})
		return
	}
	c, e, err := f.take(ctx, r)
	if err != nil {
		f.refuse(w, r, err)
		return
	}
	if err := f.remember(w, r, c); err != nil {
		f.refuse(w, r, err)
		return
	}
	to, err := f.back(ctx, r, e, c)
	if err != nil {
		f.refuse(w, r, err)
		return
	}
	h.Set("Location", to)
	w.WriteHeader(http.StatusFound)
}

// take writes the comment that a request brings.
func (f *Form) take(ctx context.Context, r *http.Request) (*comment.Comment, *content.Entry, error) {
	value := func(name string) string { return strings.TrimSpace(strings.ToValidUTF8(r.PostForm.Get(name), "")) }
	if value(render.CommentTrap) != "" {
		return nil, nil, &refusal{http.StatusForbidden, "This looks like the work of a program. If it isn't, leave the hidden field empty.", ""}
	}
	actor := f.Auth.Visitor(r)
	d := comment.Draft{Type: comment.TypeComment, IP: actor.IP, Agent: actor.UserAgent, Content: value("comment")}
	if !actor.LoggedIn() {
		d.Name, d.Email = clean.StripAllTags(value("author")), value("email")
		if address := value("url"); address != "" {
			d.URL = clean.URL(address, nil)
		}
		switch {
		case site.CommentRegistration.Of(ctx, f.Site):
			return nil, nil, &refusal{http.StatusForbidden, "Log in to write comments.", ""}
		case site.RequireNameEmail.Of(ctx, f.Site) && (d.Name == "" || d.Email == ""):
			return nil, nil, comment.ErrAuthorData
		case d.Email != "" && !clean.IsEmail(d.Email):
			return nil, nil, &refusal{http.StatusBadRequest, "The e-mail address isn't one.", ""}
		}
	}
	if d.Content == "" {
		return nil, nil, comment.ErrContent
	}
	f.Comments.Prepare(ctx, d.Content, actor.Can("unfiltered_html")) // before others have to wait
	id, parent := number(value("comment_post_ID")), number(value("comment_parent"))
	var c *comment.Comment
	var e *content.Entry
	err := f.Store.InTx(scope.Concurrent(ctx, f), func(ctx context.Context) error {
		var err error
		if e, err = f.entry(ctx, r, actor, id); err != nil {
			return err
		}
		if d.Parent, err = f.parent(ctx, e, parent); err != nil {
			return err
		}
		d.Entry = e
		c, err = f.Comments.Create(ctx, actor, d)
		return err
	})
	return c, e, err
}

// entry is the entry that is commented on, when it takes comments of the
// actor.
func (f *Form) entry(ctx context.Context, r *http.Request, actor access.Actor, id int64) (*content.Entry, error) {
	found, err := f.Store.EntriesByID(ctx, []int64{id})
	if err != nil {
		return nil, err
	}
	e := found[id]
	gone := &refusal{http.StatusNotFound, "There is no such entry to comment on.", ""}
	if e == nil {
		return nil, gone
	}
	if t := f.Policy.Entries.Types.Get(e.Type); t == nil || !t.Public {
		return nil, gone
	}
	unlocks := f.Auth.Unlocks(r)
	opened := e.Password == "" || unlocks != nil && unlocks(e.Password)
	readable := f.Policy.CanReadEntry(ctx, actor, e, opened)
	if !readable && e.Status != content.Publish {
		return nil, gone // whoever may not see it doesn't hear of it
	}
	return e, f.Policy.Refuses(ctx, e, false, readable)
}

// parent is the comment that is answered, which must be one of the entry's that
// visitors see.
func (f *Form) parent(ctx context.Context, e *content.Entry, id int64) (int64, error) {
	if id <= 0 {
		return 0, nil
	}
	found, err := f.Store.CommentsByID(ctx, []int64{id})
	if err != nil {
		return 0, err
	}
	if c := found[id]; c == nil || c.Entry != e.ID || c.Status != comment.Approved || c.IsNote() {
		return 0, &refusal{http.StatusForbidden, "The comment that you answer isn't there.", ""}
	}
	return id, nil
}

// cookieYear is how long a browser remembers a visitor.
const cookieYear = 365 * 24 * time.Hour

// agreed tells whether a visitor wants to be remembered.
func agreed(r *http.Request) bool { return r.PostForm.Get("wp-comment-cookies-consent") != "" }

// remember lets the browser of a visitor who agreed keep name, address and
// page, and the browsers of others forget them. With the address goes what shows the
// comment to its author while it waits for approval.
func (f *Form) remember(w http.ResponseWriter, r *http.Request, c *comment.Comment) error {
	if c.User != 0 {
		return nil
	}
	email := c.AuthorEmail
	if agreed(r) && c.Status == comment.Hold {
		key, err := f.hold.Key(r.Context(), c.ID)
		if err != nil {
			return err
		}
		email += heldMark + strconv.FormatInt(c.ID, 10) + "." + key
	}
	for _, kept := range []struct{ kind, value string }{
		{cookieName, c.AuthorName}, {cookieEmail, email}, {cookieURL, c.AuthorURL},
	} {
		cookie := f.Auth.Cookie(r, f.Auth.CookieName(r.Context(), kept.kind), "/") // #nosec G124 -- Authenticator.Cookie sets the attributes
		switch {
		case agreed(r) && kept.value != "":
			cookie.Value, cookie.Expires = url.QueryEscape(kept.value), f.Site.Clock().Add(cookieYear)
		default:
			if _, err := r.Cookie(cookie.Name); err != nil {
				continue
			}
			cookie.MaxAge = -1
		}
		http.SetCookie(w, cookie)
	}
	return nil
}

// back is where a visitor is led: to the comment, with what shows it to its
// author while it waits for approval.
func (f *Form) back(ctx context.Context, r *http.Request, e *content.Entry, c *comment.Comment) (string, error) {
	to := f.Links.Link(ctx, e)
	if wanted := r.PostForm.Get("redirect_to"); wanted != "" {
		base := f.Site.Base(ctx)
		if to = wanted; !f.own(base, wanted) {
			return base + auth.AdminPath + "/", nil
		}
	}
	to, _, _ = strings.Cut(to, "#")
	id := strconv.FormatInt(c.ID, 10)
	if c.Status == comment.Hold && c.User == 0 && !agreed(r) {
		key, err := f.hold.Key(ctx, c.ID)
		if err != nil {
			return "", err
		}
		mark := "?"
		if strings.Contains(to, "?") {
			mark = "&"
		}
		to += mark + "unapproved=" + id + "&moderation-hash=" + key
	}
	return to + "#comment-" + id, nil
}

// own tells whether an address is one of the site.
func (f *Form) own(base, address string) bool {
	b, err1 := url.Parse(base)
	u, err2 := url.Parse(address)
	if err1 != nil || err2 != nil || len(address) > 2048 || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r == '\\' || r == 0x7f }) {
		return false
	}
	if u.Host == "" {
		return u.Scheme == "" && u.Opaque == "" && strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//")
	}
	return (u.Scheme == "http" || u.Scheme == "https") && u.User == nil && strings.EqualFold(u.Host, b.Host)
}

var problem = template.Must(template.New("problem").Parse(`<!DOCTYPE html>
<html{{if .RightToLeft}} dir="rtl"{{end}} lang="{{.Tag}}">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{{.Title}}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:10vh auto;padding:0 1rem}</style>
</head>
<body>
<h1>{{.Title}}</h1>
<p>{{.Why}}</p>
{{.Back}}
</body>
</html>
`))

// refuse says why a comment isn't taken. What was written stays in the form of
// the page before.
func (f *Form) refuse(w http.ResponseWriter, r *http.Request, err error) {
	said := &refusal{http.StatusInternalServerError, "Your comment can't be taken at the moment.", ""}
	if known := (*refusal)(nil); errors.As(err, &known) {
		said = known
	} else if known := f.Explain(err); known != nil {
		said = &refusal{known.Status, known.Message, string(known.Code)}
		switch {
		case errors.Is(err, comment.ErrFlood):
			said.status = http.StatusTooManyRequests
		case said.status == 0 || said.status == http.StatusUnauthorized:
			said.status = http.StatusForbidden // a page asks for no credentials
		}
	} else if r.Context().Err() == nil {
		f.Log.Error("comment", "error", err)
		if outage := fault.Outage(err); outage != nil {
			said = &refusal{outage.Status, outage.Message, string(outage.Code)}
			outage.SetHeader(w.Header())
		}
	}
	texts := f.Site.Texts(r.Context())
	said.why = texts.Refusal(said.code, said.why)
	back := f.wayBack(r, texts)
	if f.Show != nil && said.status < http.StatusInternalServerError && r.Method == http.MethodPost {
		text := "<p>" + template.HTMLEscapeString(said.why) + "</p>" + string(back)
		if f.Show(w, r, said.status, texts.Of(notTaken), text) {
			return
		}
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=UTF-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'")
	w.WriteHeader(said.status)
	if r.Method == http.MethodHead {
		return
	}
	_ = problem.Execute(w, struct { // a caller that went away is not our failure
		Title, Why, Tag string
		RightToLeft     bool
		Back            template.HTML
	}{texts.Of(notTaken), said.why, texts.Tag(), texts.RightToLeft(), back})
}

const notTaken = "Your comment wasn't taken"

// wayBack leads to the page on which the form was: where the browser came from, or the entry.
func (f *Form) wayBack(r *http.Request, texts *language.Texts) template.HTML {
	base := f.Site.Base(r.Context())
	to, hint := base+"/", ""
	if from := r.Referer(); from != "" && f.own(base, from) {
		to, hint = from, " "+texts.Of("What you wrote is still in the form there.")
	} else if id := number(r.PostForm.Get("comment_post_ID")); id > 0 {
		to = base + "/?p=" + strconv.FormatInt(id, 10)
	}
	return template.HTML(`<p><a href="` + template.HTMLEscapeString(to) + `">` + template.HTMLEscapeString(texts.Of("« Back")) + "</a>" + // #nosec G203 -- all of it is escaped
		template.HTMLEscapeString(hint) + "</p>")
}

// number is a written id, 0 for what is none.
func number(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// Hold makes the keys by which a visitor sees a comment of theirs that waits
// for approval.
type Hold struct{ secrets *auth.Secrets }

// NewHold makes keys with the secret of the site.
func NewHold(a *auth.Authenticator) *Hold {
	return &Hold{auth.NewSecrets("comments", a.DeriveKey)}
}

// Key is the key to a comment.
func (h *Hold) Key(ctx context.Context, id int64) (string, error) {
	sum, err := h.secrets.Sign(ctx, "held", strconv.FormatInt(id, 10))
	if err != nil {
		return "", fmt.Errorf("key to comment %d: %w", id, err)
	}
	return sum[:32], nil
}
