package exchange

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"quoin/internal/app/config"
	"quoin/internal/domain/content"
	"quoin/internal/domain/definition"
	"quoin/internal/domain/importer"
	"quoin/internal/platform/outbound"
	"quoin/internal/platform/wire"
	"quoin/internal/storage/auth"
	"quoin/internal/transfer/moving"
	"quoin/internal/transfer/moving/live"
	"quoin/internal/transfer/verify"
)

// Adoption says which running site moves in, and as whom it is read: an administrator
// there, with an application password.
type Adoption struct {
	URL string
	As  verify.Credentials
	// Parallel requests at a time and PerSecond in a second; 0 takes the usual.
	Parallel  int
	PerSecond float64
	// Reading is told what is read and how many things were, Step how far the moving is,
	// Comparing what is compared. Nil tells nobody.
	Reading   func(what string, done int)
	Step      func(importer.Step)
	Comparing func(what string)
	// Waiting is told for how long the old site is left alone, and what failed before; nil of
	// one that is busy.
	Waiting func(d time.Duration, failed error)
	// Unproved leaves out the comparison at the end.
	Unproved bool
	// Client asks the old site; nil makes a guarded one.
	Client *outbound.Client
	// Pause waits; nil does so by the clock.
	Pause func(ctx context.Context, d time.Duration) error
	// hurried does nothing more where nothing has changed.
	hurried bool
}

// Adopted is what became of it.
type Adopted struct {
	// Read is what the reading of the old site has to say, nil where a former run had
	// read it all.
	Read *live.Told
	// Report is what was brought.
	Report *importer.Report
	// Again tells that the site had moved in before: only what changed was brought.
	Again bool
	// Proof compares both sites, nil where it was left out.
	Proof *verify.Report
}

// How politely an old site is read.
const (
	UsualParallel  = 4
	UsualPerSecond = 20
)

// manners are how politely an old site is asked: the usual where nothing is said.
func manners(parallel int, perSecond float64) (int, float64) {
	if parallel <= 0 {
		parallel = UsualParallel
	}
	if perSecond <= 0 {
		perSecond = UsualPerSecond
	}
	return parallel, perSecond
}

// preferences is the field of accounts that every site has.
const preferences = "persisted_preferences"

// adoptTimeout bounds one answer of the old site.
const adoptTimeout = 3 * time.Minute

// Adopt moves a running site in by its API, or brings what changed on it since. A run that
// was interrupted goes on where it was.
func (x *Exchange) Adopt(ctx context.Context, with Adoption) (result *Adopted, err error) {
	result = &Adopted{Report: importer.NewReport()}
	folder := filepath.Join(x.Data, config.MirrorFolder)
	_, was := os.Stat(folder)
	mirror, err := live.OpenMirror(ctx, folder)
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, mirror.Close()) }()
	if err := x.adoptable(ctx, mirror); err != nil {
		if errors.Is(was, fs.ErrNotExist) { // nothing was read, and nothing will be
			err = errors.Join(err, mirror.Close(), os.RemoveAll(folder))
		}
		return result, err
	}
	if err := x.adopt(ctx, with, mirror, x.reader(with, mirror).Read, result); err != nil || with.Unproved {
		return result, err
	}
	busy := func(d time.Duration) {
		if with.Waiting != nil {
			with.Waiting(d, nil)
		}
	}
	result.Proof, err = x.Verify(ctx, Against{URL: with.URL, As: with.As, Parallel: with.Parallel, PerSecond: with.PerSecond, Progress: with.Comparing, Waiting: busy, Pause: with.Pause})
	return result, err
}

// ErrNotAdopted refuses a site that came in another way, or whose reading isn't kept.
var ErrNotAdopted = errors.New("another run of quoin adopt brings what changed only to a site that it moved in itself and whose folder " + config.MirrorFolder + " is still there")

// adoptable tells, before the old site is asked for anything, whether it can be brought: into a
// site that is new, or one that a former run has begun to bring it into.
func (x *Exchange) adoptable(ctx context.Context, mirror *live.Mirror) error {
	state, again, err := mirror.State(ctx)
	if err != nil || again || state != live.Reading {
		return err
	}
	isNew, err := x.mover(ctx).IsNew(ctx)
	if err != nil || isNew {
		return err
	}
	return fmt.Errorf("%w; %w", moving.ErrNotNew, ErrNotAdopted)
}

// adopt reads, unless a former run had read it all, and brings what was read.
func (x *Exchange) adopt(ctx context.Context, with Adoption, mirror *live.Mirror, read func(context.Context) (*live.Told, error), result *Adopted) error {
	return x.alone(ctx, func(ctx context.Context) error { return x.readAndBring(ctx, with, mirror, read, result) })
}

func (x *Exchange) readAndBring(ctx context.Context, with Adoption, mirror *live.Mirror, read func(context.Context) (*live.Told, error), result *Adopted) error {
	state, again, err := mirror.State(ctx)
	if err != nil {
		return err
	}
	result.Again = again
	if state != live.Read {
		if state == live.Brought {
			if err := mirror.SetState(ctx, live.Reading); err != nil {
				return err
			}
		}
		if result.Read, err = read(ctx); err != nil {
			return err
		}
		if err := mirror.SetState(ctx, live.Read); err != nil {
			return err
		}
	}
	if with.hurried && result.Read != nil && result.Read.Changed == 0 {
		return mirror.SetState(ctx, live.Brought)
	}
	if err := x.bring(ctx, with, mirror, result); err != nil {
		return err
	}
	return mirror.SetState(ctx, live.Brought)
}

// bring brings what was read into the site here.
func (x *Exchange) bring(ctx context.Context, with Adoption, mirror *live.Mirror, result *Adopted) error {
	from, err := moving.NewSource(ctx, mirror.DB(), mirror.Names(), moving.Which{Prefix: live.Prefix})
	if err != nil {
		return err
	}
	notes, err := x.wearTheme(ctx, from)
	if err != nil {
		return err
	}
	said, err := x.speakAsRead(ctx)
	if err != nil {
		return err
	}
	notes = append(notes, said...)
	declared, err := mirror.Declared(ctx)
	if err != nil {
		return err
	}
	from.Declare(declared)
	m := x.mover(ctx)
	m.Progress = with.Step
	m.FilesThere = true
	if result.Again {
		result.Report, err = x.update(ctx, m, from, mirror)
	} else if result.Report, err = m.Run(ctx, from); err == nil {
		err = x.rememberSettings(ctx, mirror, nil)
	}
	for _, note := range notes {
		result.Report.Warn("%s", note)
	}
	return err
}

// update brings what changed, but for settings that were changed here since they came.
func (x *Exchange) update(ctx context.Context, m *moving.Mover, from *moving.Source, mirror *live.Mirror) (*importer.Report, error) {
	changes, err1 := changesOf(ctx, mirror)
	brought, err2 := mirror.Brought(ctx)
	now, err3 := x.settings(ctx)
	if err := errors.Join(err1, err2, err3); err != nil {
		return importer.NewReport(), err
	}
	changes.Own = map[string]bool{}
	for name, digest := range now {
		if len(brought) > 0 && digest != brought[name] {
			changes.Own[name] = true
		}
	}
	report, err := m.Update(ctx, from, changes)
	if err != nil {
		return report, err
	}
	// What was changed here is known by what it was when it came.
	kept := map[string]string{}
	for name := range changes.Own {
		kept[name] = brought[name]
	}
	return report, x.rememberSettings(ctx, mirror, kept)
}

// rememberSettings keeps what the settings here are now that all was brought, but for some.
func (x *Exchange) rememberSettings(ctx context.Context, mirror *live.Mirror, but map[string]string) error {
	now, err := x.settings(ctx)
	if err != nil {
		return err
	}
	maps.Copy(now, but)
	return mirror.SetBrought(ctx, now)
}

// settings are the digests of all settings here.
func (x *Exchange) settings(ctx context.Context) (map[string]string, error) {
	all, err := x.Env.Site.Store.Options(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the settings here: %w", err)
	}
	digests := map[string]string{}
	for name, value := range all.All() {
		sum := sha256.Sum256(wire.Encode(value, nil))
		digests[name] = hex.EncodeToString(sum[:])
	}
	return digests, nil
}

// access is how the old site is asked.
func (with Adoption) access(version string) live.Access {
	with.Parallel, with.PerSecond = manners(with.Parallel, with.PerSecond)
	if with.Client == nil {
		with.Client = siteClient("Quoin/"+version, with.Parallel, adoptTimeout)
	}
	if with.Pause == nil {
		with.Pause = pause
	}
	return live.Access{
		URL: with.URL, User: with.As.User, Password: with.As.Password, Client: with.Client,
		Parallel: with.Parallel, PerSecond: with.PerSecond, Pause: with.Pause, Waiting: with.Waiting,
	}
}

// Check asks whether the old site can be read as the account, before there is a site that it
// moves into.
func (with Adoption) Check(ctx context.Context, version string) error {
	return with.access(version).Check(ctx)
}

func (x *Exchange) reader(with Adoption, mirror *live.Mirror) *live.Reader {
	names := x.importer().TypeName
	return &live.Reader{
		Access: with.access(x.Version),
		Mirror: mirror, Blobs: x.Media.Blobs, Themes: x.readThemes(), Languages: filepath.Join(x.Data, config.MirrorFolder, "languages"), Progress: with.Reading,
		Kept: auth.FastHash(strings.ReplaceAll(with.As.Password, " ", "")),
		Known: func(kind definition.Kind, name string) bool {
			own := names(name)
			switch kind {
			case definition.OfType:
				t := x.Env.Types.Get(own)
				return t != nil && !t.Declared
			case definition.OfTaxonomy:
				t := x.Env.Taxonomies.Get(own)
				return t != nil && !t.Declared()
			}
			return own != name || name == content.MetaFootnotes || name == preferences
		},
	}
}

// readThemes is the folder for the theme that a reading makes of what the old site shows.
func (x *Exchange) readThemes() string { return filepath.Join(x.Data, config.MirrorFolder, "themes") }

// wearTheme puts the theme that was read into the data folder, unless one of its name is there.
func (x *Exchange) wearTheme(ctx context.Context, from *moving.Source) ([]string, error) {
	root, err := os.OpenRoot(filepath.Join(x.Data, config.MirrorFolder))
	if err != nil {
		return nil, fmt.Errorf("open what was read: %w", err)
	}
	defer root.Close()
	return x.bringThemes(ctx, from, filepath.Join(x.Data, config.MirrorFolder), root.FS())
}

// speakAsRead installs the language packs that were read.
func (x *Exchange) speakAsRead(ctx context.Context) ([]string, error) {
	root, err := os.OpenRoot(filepath.Join(x.Data, config.MirrorFolder))
	if err != nil {
		return nil, fmt.Errorf("open what was read: %w", err)
	}
	defer root.Close()
	return x.bringLanguages(ctx, root.FS())
}

// siteClient asks one site often, so it keeps a connection for each request at a time. All its requests name that
// site as the one that may be asked wherever it is, so no connection serves a request that
// mightn't have made it.
func siteClient(agent string, parallel int, timeout time.Duration) *outbound.Client {
	return outbound.New(outbound.Config{Timeout: timeout, UserAgent: agent, Transport: func(t *http.Transport) {
		t.DisableKeepAlives = false
		t.MaxIdleConnsPerHost, t.IdleConnTimeout = parallel, time.Minute
	}})
}

// telling is a pause, that by the clock where there is none, which somebody is told of.
func telling(wait func(context.Context, time.Duration) error, tell func(time.Duration)) func(context.Context, time.Duration) error {
	if wait == nil {
		wait = pause
	}
	return func(ctx context.Context, d time.Duration) error {
		if tell != nil && d > 0 {
			tell(d)
		}
		return wait(ctx, d)
	}
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// changesOf are the changes that a reading found.
func changesOf(ctx context.Context, mirror *live.Mirror) (c moving.Changes, err error) {
	c.GoneRows = map[string][]int64{}
	for kind, into := range map[string]*[]moving.Change{
		live.KindAccount: &c.Accounts, live.KindTerm: &c.Terms, live.KindEntry: &c.Entries, live.KindComment: &c.Comments,
	} {
		list, err := mirror.Changes(ctx, kind)
		if err != nil {
			return c, err
		}
		for _, one := range list {
			*into = append(*into, moving.Change(one))
		}
	}
	for kind, table := range map[string]string{
		live.KindOption: "", live.KindRule: "redirection_items", live.KindGroup: "redirection_groups", live.KindHit: "redirection_logs", live.KindMiss: "redirection_404",
	} {
		list, err := mirror.Changes(ctx, kind)
		if err != nil {
			return c, fmt.Errorf("what changed on the old site: %w", err)
		}
		for _, one := range list {
			c.Others = true
			if one.Gone {
				c.GoneRows[table] = append(c.GoneRows[table], one.ID)
			}
		}
	}
	return c, nil
}
