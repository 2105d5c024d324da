package live

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"quoin/internal/domain/definition"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/wire"
)

// Reader reads an old site into a Mirror.
type Reader struct {
	Access
	Mirror *Mirror
	// Blobs get the files.
	Blobs blob.Store
	// Themes is the folder that gets the theme of the old site, a folder of its name in it;
	// "" leaves that out.
	Themes string
	// Languages is the folder that gets language packs; "" leaves them out.
	Languages string
	// Known tells whether a type, a taxonomy or a field has its place here without being
	// declared.
	Known func(kind definition.Kind, name string) bool
	// Kept is what is stored of the application password that reads, "" for nothing.
	Kept string
	// Progress is told what is read and how many things were; nil tells nobody.
	Progress func(what string, done int)

	last *reading // the one that Latest goes on from
}

// Told is what a reading has to say.
type Told struct {
	// How many things were read, how many of them are new or changed or gone, and gone;
	// and how many files came.
	Items, Changed, Gone, Files int
	Warnings                    []string
}

// maxWarnings bounds what is said.
const maxWarnings = 200

// reading is one reading under way.
type reading struct {
	*Reader
	ask   *asker
	round int64
	index *wire.Object
	// settings are those of the site that the API shows.
	settings *wire.Object

	types      []*wire.Object // of the reference's API, in its order
	taxonomies []*wire.Object
	fields     map[string]*wire.Object // schemas of meta values by route

	signs map[string]int // signs between the parts of titles, by how often they stand there
	words int            // after which the theme cuts excerpts, 0 for the usual number
	image string         // that of pages without one

	accounts list // as the reading began with
	// What was found out on the way, so that the next time can ask for it at once: lists of
	// redirects that refuse an order, and the path of the theme's styles.
	unordered  map[string]bool
	stylesPath string
	// fed are the texts around entries in feeds, nil while they aren't known.
	fed *feedTexts
	// quick leaves out what an owner doesn't change in passing, as the form of addresses.
	quick bool
	// pace is how long a request takes, with those beside it.
	pace time.Duration

	mu   sync.Mutex
	told Told
}

// Read reads everything that is another than before. What a former reading that was
// interrupted had read isn't asked for again.
func (r *Reader) Read(ctx context.Context) (*Told, error) {
	run := &reading{Reader: r, ask: newAsker(r.Access), fields: map[string]*wire.Object{}, signs: map[string]int{}, unordered: map[string]bool{}}
	if err := run.begin(ctx); err != nil {
		return &run.told, err
	}
	for _, part := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"types", run.readTypes}, {"accounts", run.readAccounts}, {"terms", run.readTerms}, {"media files", files{run}.readReplaced}, {"entries", run.readEntries}, {"templates", design{run}.readTemplates},
		{"comments", run.readComments}, {"excerpts", design{run}.readExcerpts}, {"the theme", design{run}.readTheme}, {"language packs", design{run}.readLanguages}, {"settings", run.readSettings}, {"what belongs to them", run.readTasks}, {"redirects", redirected{run}.readRedirects}, {"hidden terms", run.hiddenTerms}, {"links in feeds", heads{run, nil}.readFeedLinks}, {"heads", heads{run, nil}.readHeads},
	} {
		if err := run.part(ctx, part.name, part.do); err != nil {
			return &run.told, fmt.Errorf("read %s: %w", part.name, err)
		}
	}
	r.last = run
	return &run.told, r.Mirror.in(ctx, func(t *tx) error {
		if err := t.exec("DELETE FROM live_state WHERE name LIKE 'part:%' OR name LIKE 'page:%' OR name = 'round open'"); err != nil {
			return err
		}
		_, err := t.one("SELECT COUNT(*), COALESCE(SUM(gone), 0) FROM live_changed", nil, &run.told.Changed, &run.told.Gone)
		return err
	})
}

// begin finds the API and the round: that of a reading which was interrupted, or the next.
func (r *reading) begin(ctx context.Context) (err error) {
	if r.index, err = r.ask.find(ctx); err != nil {
		return err
	}
	return r.Mirror.in(ctx, func(t *tx) error {
		from, err := t.state("from")
		if err != nil {
			return err
		}
		if from != "" && from != r.ask.URL {
			return fmt.Errorf("the folder has what was read of %s; name another one with --data", from)
		}
		text, err := t.state("round")
		if err != nil {
			return err
		}
		r.round, _ = strconv.ParseInt(text, 10, 64)
		if open, err := t.state("round open"); err != nil || open != "" {
			return err
		}
		r.round++
		if err := t.exec("UPDATE OR REPLACE live_task SET kind = ? WHERE kind = ?", taskFile, taskMissed); err != nil {
			return err
		}
		for name, value := range map[string]string{"from": r.ask.URL, "round": decimal(r.round), "round open": "1"} {
			if err := t.setState(name, value); err != nil {
				return err
			}
		}
		return nil
	})
}

// always are parts that a reading which goes on needs again.
var always = map[string]bool{"types": true, "excerpts": true}

// part reads a part, unless the reading that was interrupted had.
func (r *reading) part(ctx context.Context, name string, do func(context.Context) error) error {
	done := ""
	err := r.Mirror.in(ctx, func(t *tx) (err error) {
		done, err = t.state("part:" + name)
		return err
	})
	if err != nil || done != "" && !always[name] {
		return err
	}
	if err := do(ctx); err != nil {
		return err
	}
	return r.Mirror.in(ctx, func(t *tx) error { return t.setState("part:"+name, "done") })
}

// warn notes something that the owner should look at.
func (r *reading) warn(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.told.Warnings) < maxWarnings {
		r.told.Warnings = append(r.told.Warnings, fmt.Sprintf(format, args...))
	}
}

// unanswered tells of a list that the old site refuses, so nothing of it counts as gone.
func (r *reading) unanswered(list string) {
	r.warn("the old site doesn't answer the list of %s; what came of it before stays", list)
}

// took counts things that were read.
func (r *reading) took(what string, n int) {
	r.mu.Lock()
	r.told.Items += n
	done := r.told.Items
	r.mu.Unlock()
	if r.Progress != nil {
		r.Progress(what, done)
	}
}

// object asks for one document, nil where the site refuses it.
func (r *reading) object(ctx context.Context, path string) (*wire.Object, error) {
	got, err := r.ask.get(ctx, path)
	if err != nil || got.status >= 400 {
		return nil, err
	}
	o, _ := got.value.(*wire.Object)
	return o, nil
}

// array asks for a list in one answer. It is nil only where the site refuses it.
func (r *reading) array(ctx context.Context, path string) ([]*wire.Object, error) {
	list, _, err := r.listed(ctx, path)
	return list, err
}

// listed is array with the status of the answer.
func (r *reading) listed(ctx context.Context, path string) (list []*wire.Object, status int, err error) {
	got, err := r.ask.get(ctx, path)
	if err != nil {
		return nil, 0, err
	}
	all, ok := got.value.([]any)
	if got.status >= 400 || !ok {
		return nil, got.status, nil
	}
	list = []*wire.Object{}
	for _, v := range all {
		if o, ok := v.(*wire.Object); ok {
			list = append(list, o)
		}
	}
	return list, got.status, nil
}

// route is the route of the things of a type or taxonomy, "" for one that has none of
// its own.
func route(declared *wire.Object) string {
	base := declared.Text("rest_base")
	if base == "" || strings.ContainsAny(base, "(?&#% ") {
		return ""
	}
	space := declared.Text("rest_namespace")
	if space == "" {
		space = "wp/v2"
	}
	return "/" + space + "/" + base
}

// offers tells whether the index of an API names a namespace.
func offers(index *wire.Object, namespace string) bool {
	all, _ := index.Get("namespaces").([]any)
	return slices.Contains(all, any(namespace))
}
