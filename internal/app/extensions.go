package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
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
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/job"
	"quoin/internal/storage/auth"
)

// extension is one that the site was started with.
type extension struct {
	ext.Extension
	host   *ext.Host
	parts  *ext.Parts
	failed error // why it is left off
}

// switchable tells whether the site may switch the extension off.
func (x *extension) switchable() bool { return x.Info.ID != "" }

// addExtensions brings up those that are served, and has log-ins and rights ask
// those that are active.
func (a *App) addExtensions(ctx context.Context, preset config.Preset) {
	list := a.Known()
	if a.Extensions != nil {
		preset = config.Preset{}
		for _, x := range list {
			preset.Extensions = append(preset.Extensions, config.Use{ID: x.ID})
		}
	}
	for _, x := range a.More {
		preset.Extensions = append(preset.Extensions, config.Use{ID: x.ID, Features: x.Features})
	}
	a.startExtensions(ctx, list, preset)
	a.Auth.Grants = func(ctx context.Context) access.Grants { return a.assembly(ctx).grants }
	factors := a.Accounts.Throttle()
	recorder := auth.NamedThrottle{Name: "record", Throttle: auth.Recorder{Record: a.Record, Log: a.Log}}
	a.Auth.Throttle = auth.Throttles(func(ctx context.Context) []auth.NamedThrottle {
		return append([]auth.NamedThrottle{recorder, factors}, a.assembly(ctx).throttle...)
	})
}

// startExtensions brings up those of the preset. One that fails is reported
// and left off.
func (a *App) startExtensions(ctx context.Context, list []ext.Extension, preset config.Preset) {
	states := &env.Extensions{Site: a.Env.Site, Failed: map[string]bool{}, Switched: a.switched}
	a.Env.Extensions = states
	for _, declared := range list {
		use, ok := preset.Use(declared.ID)
		if !ok {
			continue
		}
		x := &extension{Extension: declared}
		if x.failed = a.start(ctx, x, use); x.failed != nil {
			a.Log.ErrorContext(ctx, "an extension failed to start and is left off", "extension", x.ID, "error", x.failed)
			states.Failed[x.Info.ID] = true
		}
		a.extensions = append(a.extensions, x)
		if x.switchable() {
			states.List = append(states.List, x.Info)
		}
	}
	slices.SortFunc(states.List, func(a, b env.Extension) int { return strings.Compare(a.ID, b.ID) })
	for _, x := range a.extensions {
		if x.failed == nil {
			a.attach(x)
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
func (a *App) start(ctx context.Context, x *extension, use config.Use) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	door, err := ext.NewDoor(&x.Extension, a.DB.Tables(x.ID))
	if err != nil {
		return err
	}
	if x.Migrations != nil {
		migrate := func() error { return a.DB.Migrate(ctx, x.ID, x.Migrations) }
		if err := whenAvailable(ctx, startPatience, migrate); err != nil {
			return err
		}
	}
	h := ext.NewHost(&x.Extension, a.Env)
	h.Features = use.Features
	h.DB = door
	h.Secrets = ext.NewSecrets(x.ID, a.Auth.DeriveKey)
	h.Visitor, h.Client, h.Current, h.ActorOf = a.Auth.Visitor, a.Auth.ClientIP, a.Auth.Current, a.Auth.ActorOf
	h.Holds = func(name string, r *http.Request) (holds, declared bool) {
		test, declared := a.now().tests[name]
		return declared && test(r), declared
	}
	h.Protected = isProtected
	h.SwitchOff = func(ctx context.Context) error {
		return a.Env.Extensions.SetState(ctx, x.Info.ID, env.ExtensionInactive)
	}
	h.Draining = a.Health.Draining()
	h.Pages, h.Renderer = a.View, a.View.Renderer()
	h.Queue = queue{a.DB, x.ID}
	h.Mail = a.Mail
	h.Dialect = a.reference
	x.host = h
	parts, err := x.New(h)
	if err != nil {
		return err
	}
	if parts == nil {
		return errors.New("it has no parts")
	}
	if err := checkPages(parts.Pages); err != nil {
		return err
	}
	x.parts = h.Bounded(parts)
	return x.check()
}

// check finds declarations that don't fit together.
func (x *extension) check() error {
	for i := range x.parts.Routes {
		if ns := x.parts.Routes[i].Namespace; ns == "" || strings.HasPrefix(ns, "core") {
			return fmt.Errorf("route %s: its namespace %q belongs to the core", x.parts.Routes[i].Pattern, ns)
		}
	}
	for _, c := range x.Commands {
		if x.parts.Commands[c.Verb] == nil {
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
func (a *App) attach(x *extension) {
	a.attachHooks(x)
	if x.parts.Cache != nil {
		// Answers may be made of what the extension holds, so they go last.
		a.caches = slices.Insert(a.caches, len(a.caches)-1, x.parts.Cache)
	}
	for name, show := range x.parts.Blocks {
		a.View.Renderer().Add(name, render.When(func(ctx context.Context) bool { return a.active(ctx, x) }, show))
	}
}

// active tells whether an extension works, as ctx sees it: in a transaction,
// with what that has changed.
func (a *App) active(ctx context.Context, x *extension) bool {
	return x.failed == nil && (!x.switchable() || a.Env.Extensions.Active(ctx, x.Info.ID))
}

// switched follows a change of an extension's state, in its transaction.
func (a *App) switched(ctx context.Context, id string, active bool) error {
	state := "off"
	if active {
		state = "on"
	}
	if err := a.Record.Note(ctx, audit.ExtensionSwitched, id, state); err != nil {
		return err
	}
	i := slices.IndexFunc(a.extensions, func(x *extension) bool { return x.Info.ID == id })
	if i < 0 || a.extensions[i].failed != nil {
		return nil
	}
	follow := a.extensions[i].parts.SwitchedOff
	if active {
		follow = a.extensions[i].parts.SwitchedOn
	}
	if follow == nil {
		return nil
	}
	if err := follow(ctx); err != nil {
		return fmt.Errorf("switch extension %s: %w", a.extensions[i].ID, err)
	}
	return nil
}

// referenceNames are the reference's names, with those of all extensions: what
// an export or a client says is understood whatever the site serves.
func referenceNames(more []ext.Extension) *dialect.Dialect {
	names := []dialect.Names{env.Names(content.Builtin(), taxonomy.Builtin())}
	for _, x := range append(all.List(), more...) {
		names = append(names, x.Names)
	}
	return dialect.Reference(names...)
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
