// Package extensions brings up the extensions that a site was started with, and lets them
// follow its writes while they are active.
package extensions

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest/dialect"
	"quoin/internal/app/config"
	"quoin/internal/display/render"
	"quoin/internal/domain/audit"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/ext"
	"quoin/internal/ext/all"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/job"
	"quoin/internal/storage/store"
)

// Extension is one that the site was started with.
type Extension struct {
	ext.Extension
	Host   *ext.Host
	Parts  *ext.Parts
	Failed error // why it is left off
}

// Switchable tells whether the site may switch the extension off.
func (x *Extension) Switchable() bool { return x.Info.ID != "" }

// Config is what extensions are brought up with.
type Config struct {
	Env      *env.Env
	DB       *store.DB
	Renderer *render.Renderer
	Record   *audit.Log
	Log      *slog.Logger
	// Furnish gives what a site hands an extension beside what Env has.
	Furnish func(h *ext.Host)
	// CheckPages tells what is wrong with the pages that one declares.
	CheckPages func([]ext.OwnPage) error
}

// Set are the extensions that a site was started with, in the order of their routes.
type Set struct {
	Config
	List []*Extension
}

// New has no extensions yet.
func New(c Config) *Set { return &Set{Config: c} }

// Start brings up the extensions of a list that a preset has. One that fails is reported
// and left off.
func (s *Set) Start(ctx context.Context, list []ext.Extension, preset config.Preset) {
	states := &env.Extensions{Site: s.Env.Site, Failed: map[string]bool{}, Switched: s.switched}
	s.Env.Extensions = states
	for _, declared := range list {
		use, ok := preset.Use(declared.ID)
		if !ok {
			continue
		}
		x := &Extension{Extension: declared}
		if x.Failed = s.start(ctx, x, use); x.Failed != nil {
			s.Log.ErrorContext(ctx, "an extension failed to start and is left off", "extension", x.ID, "error", x.Failed)
			states.Failed[x.Info.ID] = true
		}
		s.List = append(s.List, x)
		if x.Switchable() {
			states.List = append(states.List, x.Info)
		}
	}
	slices.SortFunc(states.List, func(a, b env.Extension) int { return strings.Compare(a.ID, b.ID) })
	for x := range s.Working() {
		s.attach(x)
	}
}

// Working are those that started, whether they are switched on or not.
func (s *Set) Working() iter.Seq[*Extension] {
	return func(yield func(*Extension) bool) {
		for _, x := range s.List {
			if x.Failed == nil && !yield(x) {
				return
			}
		}
	}
}

// startPatience is how long the start waits for a database that is away, as during a
// fail-over, before an extension is left off for it.
const startPatience = 30 * time.Second

// whenAvailable runs fn, again and again as long as the database can't be reached, for a time.
func whenAvailable(ctx context.Context, patience time.Duration, fn func() error) error {
	const pause = time.Second
	for end := time.Now().Add(patience); ; {
		err := fn()
		if !errors.Is(err, fault.ErrUnavailable) || time.Now().After(end) {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return err
		}
	}
}

// start migrates the tables of an extension and builds its parts.
func (s *Set) start(ctx context.Context, x *Extension, use config.Use) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	door, err := ext.NewDoor(&x.Extension, s.DB.Tables(x.ID))
	if err != nil {
		return err
	}
	if x.Migrations != nil {
		migrate := func() error { return s.DB.Migrate(ctx, x.ID, x.Migrations) }
		if err := whenAvailable(ctx, startPatience, migrate); err != nil {
			return err
		}
	}
	h := ext.NewHost(&x.Extension, s.Env)
	h.Features = use.Features
	h.DB = door
	h.Queue = queue{s.DB, x.ID}
	h.SwitchOff = func(ctx context.Context) error {
		return s.Env.Extensions.SetState(ctx, x.Info.ID, env.ExtensionInactive)
	}
	s.Furnish(h)
	x.Host = h
	parts, err := x.New(h)
	if err != nil {
		return err
	}
	if parts == nil {
		return errors.New("it has no parts")
	}
	if err := s.CheckPages(parts.Pages); err != nil {
		return err
	}
	x.Parts = h.Bounded(parts)
	return x.check()
}

// check finds declarations that don't fit together.
func (x *Extension) check() error {
	for i := range x.Parts.Routes {
		if ns := x.Parts.Routes[i].Namespace; ns == "" || strings.HasPrefix(ns, "core") {
			return fmt.Errorf("route %s: its namespace %q belongs to the core", x.Parts.Routes[i].Pattern, ns)
		}
	}
	for _, c := range x.Commands {
		if x.Parts.Commands[c.Verb] == nil {
			return fmt.Errorf("nothing does what its command %s says", c.Verb)
		}
	}
	for _, keys := range x.Meta {
		if keys.Object != ext.Users && len(keys.Of) == 0 {
			return errors.New("it declares meta keys of no type")
		}
	}
	return nil
}

// attach lets the parts be called that are called by writes and renderings.
func (s *Set) attach(x *Extension) {
	s.attachHooks(x)
	active := func(ctx context.Context) bool { return s.Active(ctx, x) }
	for name, show := range x.Parts.Blocks {
		s.Renderer.Add(name, render.When(active, show))
	}
	for name, show := range x.Parts.Shortcodes {
		s.Renderer.AddShortcode(name, active, show)
	}
}

// Active tells whether an extension works, as ctx sees it: in a transaction,
// with what that has changed.
func (s *Set) Active(ctx context.Context, x *Extension) bool {
	return x.Failed == nil && (!x.Switchable() || s.Env.Extensions.Active(ctx, x.Info.ID))
}

// switched follows a change of an extension's state, in its transaction.
func (s *Set) switched(ctx context.Context, id string, active bool) error {
	state := "off"
	if active {
		state = "on"
	}
	if err := s.Record.Note(ctx, audit.ExtensionSwitched, id, state); err != nil {
		return err
	}
	i := slices.IndexFunc(s.List, func(x *Extension) bool { return x.Info.ID == id })
	if i < 0 || s.List[i].Failed != nil {
		return nil
	}
	follow := s.List[i].Parts.SwitchedOff
	if active {
		follow = s.List[i].Parts.SwitchedOn
	}
	if follow == nil {
		return nil
	}
	if err := follow(ctx); err != nil {
		return fmt.Errorf("switch extension %s: %w", s.List[i].ID, err)
	}
	return nil
}

// Names are the reference's names, with those of all extensions: what
// an export or a client says is understood whatever the site serves.
func Names(more []ext.Extension) *dialect.Dialect {
	names := []dialect.Names{env.Names(content.Builtin(), taxonomy.Builtin())}
	for _, x := range append(all.List(), more...) {
		names = append(names, x.Names)
	}
	return dialect.Reference(names...)
}

// Guarded calls something of an extension, and makes a panic an error.
func Guarded(ctx context.Context, fn func(context.Context) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return fn(ctx)
}

// queue takes the jobs of one extension, whose kinds get its name.
type queue struct {
	job.Queue
	id string
}

func (q queue) Enqueue(ctx context.Context, kind, key string, payload []byte, runAt time.Time) error {
	return q.Queue.Enqueue(ctx, q.id+":"+kind, key, payload, runAt)
}

func (q queue) Cancel(ctx context.Context, kind, key string) error {
	return q.Queue.Cancel(ctx, q.id+":"+kind, key)
}
