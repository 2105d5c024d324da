package exttest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/display/front"
	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/ext"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/job"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/auth"
)

// probe is the extension on one site.
type probe struct {
	*ext.Host
	notes *ext.Loader[*content.Entry, string]

	mu   sync.Mutex
	hits map[string]int64 // not written yet

	visits *ext.Journal
}

func build(h *ext.Host) (*ext.Parts, error) {
	visits, err := h.Journal("probe_hit")
	if err != nil {
		return nil, err
	}
	p := &probe{Host: h, visits: visits, hits: map[string]int64{}}
	p.notes = ext.NewLoader(func(e *content.Entry) int64 { return e.ID }, p.readNotes)
	return &ext.Parts{
		Routes:  p.routes(),
		Entries: []ext.EntryAdded{{For: func(t *content.Type) bool { return t.Name == content.TypePost }, Added: p.onEntries()}},
		Terms:   []ext.TermAdded{{For: func(t *taxonomy.Taxonomy) bool { return t.Name == taxonomy.Category }, Added: p.onTerms()}},
		Users:   []ext.UserAdded{p.onUsers()},
		Types:   []ext.TypeAdded{p.onTypes()},
		Hooks:   p.hooks(),
		Output:  p.output, NotFound: p.notFound, Public: p.public,
		Pages:       []ext.OwnPage{{Path: "/probe-report/", Cap: "edit_posts", Serve: p.report}, {Path: "/probe-hello", Public: true, Serve: p.report}},
		Blocks:      map[string]render.BlockFunc{"probe/greeting": p.block},
		Conditions:  map[string]func(*http.Request) bool{"probe-asked": func(r *http.Request) bool { return r.Header.Get("X-Asked") == "yes" }},
		Login:       guard{probe: p},
		Jobs:        map[string]job.Handler{"note": p.noteJob},
		Periodic:    []ext.Periodic{{Name: "tick", Every: time.Hour, Run: func(ctx context.Context) error { return p.log(ctx, "tick") }}},
		Loops:       []ext.Loop{{Name: "hits", Every: time.Hour, Run: p.flush}},
		Commands:    map[string]func(context.Context, *ext.Call) error{"count": p.count},
		Data:        &ext.Data{Formats: []string{"text"}, Readable: []string{"text"}, Export: p.export, Import: p.importNotes},
		SwitchedOn:  func(ctx context.Context) error { return p.log(ctx, "on") },
		SwitchedOff: func(ctx context.Context) error { return p.log(ctx, "off") },
	}, nil
}

// log notes something in the transaction of ctx.
func (p *probe) log(ctx context.Context, what string) error {
	_, err := p.DB.Exec(ctx, "INSERT INTO probe_log (what) VALUES (?)", what)
	return err
}

// saved notes that something was saved, which lists can be restricted to.
func (p *probe) saved(ctx context.Context, kind string, id int64) error {
	_, err := p.DB.Exec(ctx, "INSERT INTO probe_saved (kind, id) VALUES (?, ?) ON CONFLICT DO NOTHING", kind, id)
	return errors.Join(err, p.DB.Changed(ctx))
}

func (p *probe) hooks() ext.Hooks {
	return ext.Hooks{
		Entries: content.Writes{
			Before: func(_ context.Context, _, after *content.Entry, _ *content.Change) error {
				if after.Title == "refused" {
					return fault.BadRequest("probe_refused", "The probe doesn't take this title.")
				}
				return nil
			},
			Saved: func(ctx context.Context, before, after *content.Entry) error {
				if after.Type != content.TypePost {
					return nil
				}
				return p.log(ctx, fmt.Sprintf("entry new=%v %s %d terms", before == nil, after.Title, p.termsOf(ctx, after.ID)))
			},
			Deleted: func(ctx context.Context, e *content.Entry) error {
				if _, err := p.DB.Exec(ctx, "DELETE FROM probe_note WHERE entry_id = ?", e.ID); err != nil {
					return err
				}
				return p.DB.Changed(ctx, fmt.Sprint("note:", e.ID))
			},
		},
		Terms: taxonomy.Writes{
			Saved: func(ctx context.Context, _, after *taxonomy.Term) error {
				return errors.Join(p.log(ctx, "term "+after.Name), p.saved(ctx, "term", after.ID))
			},
			Deleted: func(ctx context.Context, t *taxonomy.Term) error { return p.log(ctx, "term gone "+t.Name) },
		},
		Users: user.Writes{
			Saved: func(ctx context.Context, _, after *user.User) error {
				return errors.Join(p.log(ctx, "user "+after.Login), p.saved(ctx, "user", after.ID))
			},
		},
		Comments: comment.Writes{
			Saved: func(ctx context.Context, _, after *comment.Comment) error {
				return p.log(ctx, "comment "+after.Content)
			},
		},
		Options: ext.OptionWrites{
			Saved: func(ctx context.Context, name string, _, after any) error {
				if name != "blogname" {
					return nil
				}
				return p.log(ctx, fmt.Sprint("option ", name, " ", after))
			},
		},
	}
}

// termsOf tells how many terms an entry has, as its own transaction sees it.
func (p *probe) termsOf(ctx context.Context, id int64) int {
	terms, err := p.Store.EntryTerms(ctx, []int64{id})
	if err != nil {
		return -1
	}
	return len(terms[id])
}

func (p *probe) output(ctx context.Context, page *front.Page, out *front.Output) error {
	greeting := optionGreeting.Of(ctx, p.Options)
	if greeting == "fail" {
		return fmt.Errorf("the probe says nothing")
	}
	out.Head.WriteString(`<meta name="probe" content="` + escape.Attr(greeting) + "\">\n")
	out.Allow("script-src", "https://probe.example")
	out.Allow("connect-src", "https://probe.example")
	out.End = "<!-- probe was here -->\n"
	if page.Entry != nil {
		note, _, err := p.notes.Of(ctx, page.Entry)
		if err != nil {
			return err
		}
		out.Title = "Probed: " + out.Title
		out.Before, out.After = "<p class=\"probe-before\">"+escape.HTML(note)+"</p>", "<p class=\"probe-after\"></p>"
	}
	return nil
}

// report is a page of its own.
func (p *probe) report(w http.ResponseWriter, r *http.Request, actor access.Actor) {
	body, _ := io.ReadAll(r.Body)
	_, _ = fmt.Fprintf(w, "%s %s by %q, %d bytes", r.Method, r.URL.Path, actor.Login, len(body))
}

func (p *probe) notFound(w http.ResponseWriter, r *http.Request) bool {
	if !strings.HasPrefix(r.URL.Path, "/probe-nowhere") {
		return false
	}
	http.Redirect(w, r, "/", http.StatusFound)
	return true
}

func (p *probe) public(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/probe-moved/":
			http.Redirect(w, r, "/", http.StatusMovedPermanently)
			return
		case "/probe-gone/":
			r = front.AnswerNotFound(r, http.StatusGone)
		case "/probe-front/":
			u := *r.URL
			u.Path, u.RawPath = "/", ""
			r = r.Clone(r.Context())
			r.URL = &u
		}
		p.mu.Lock()
		p.hits[r.URL.Path]++
		p.mu.Unlock()
		w.Header().Set("X-Probe", "on")
		next.ServeHTTP(w, r)
	})
}

// flush writes the visits that were counted.
func (p *probe) flush(ctx context.Context) error {
	p.mu.Lock()
	hits := p.hits
	p.hits = map[string]int64{}
	p.mu.Unlock()
	return p.DB.InTx(ctx, func(ctx context.Context) error {
		for path, n := range hits {
			err := p.visits.Count(ctx, "INSERT INTO probe_hit (path, n) VALUES (?, ?) ON CONFLICT (path) DO UPDATE SET n = probe_hit.n + excluded.n", path, n)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func (p *probe) block(c *render.Context, b block.Block, _ string) string {
	text := optionGreeting.Of(c, p.Options) + " " + b.Attrs.Text("name")
	if c.Post != nil {
		note, _, err := p.notes.Of(c, &content.Entry{ID: c.Post.ID})
		if err != nil {
			scope.Failed(c, err)
		}
		text += ", " + note
	}
	return `<p class="probe-greeting">` + escape.HTML(text) + "</p>"
}

func (p *probe) noteJob(ctx context.Context, j job.Job) error {
	return p.log(ctx, "job "+string(j.Payload))
}

// guard is the probe's say at log-in.
type guard struct {
	auth.NoSay
	probe *probe
}

func (guard) Refuse(_ context.Context, a auth.Attempt) *fault.Error {
	if a.Login == "probe-blocked" {
		return fault.New(http.StatusTooManyRequests, "probe_blocked", "The probe locks this account out.")
	}
	return nil
}

func (g guard) Challenge(ctx context.Context, _ auth.Attempt, u *user.User) (*auth.Challenge, error) {
	if u.Login != optionFactor.Of(ctx, g.probe.Options) {
		return nil, nil
	}
	return &auth.Challenge{Prompt: "Say please.", State: "please"}, nil
}

func (guard) Answered(r *http.Request, c auth.Challenge, _ *user.User) (bool, error) {
	return r.FormValue("code") == c.State, nil
}

func (p *probe) mayWrite(r *rest.Request) error {
	if !r.Actor.Can(access.Capability(CapWrite)) {
		return rest.Forbidden
	}
	return nil
}
