// Package examination looks at a site, whether it is served or not, and tries its backups.
package examination

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"quoin/internal/api/core/env"
	"quoin/internal/api/core/fonts"
	"quoin/internal/app/config"
	"quoin/internal/app/exchange"
	"quoin/internal/app/extensions"
	"quoin/internal/app/services"
	"quoin/internal/app/themes"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/domain/site"
	"quoin/internal/operation/doctor"
	"quoin/internal/people/mail"
	"quoin/internal/platform/access"
	"quoin/internal/platform/blob"
	bloball "quoin/internal/platform/blob/all"
	"quoin/internal/platform/schema"
	"quoin/internal/storage/store"
)

// Examination says how a site is looked at.
type Examination struct {
	// Mend mends what can be mended without deleting content or files. Chosen, if
	// set, names files which are deleted too, those of them that belong to
	// nothing, a key on a line.
	Mend   bool
	Chosen io.Reader
	// Stray, if set, is told the key of each file that belongs to nothing.
	Stray func(key string) error
	// TLSCert is the file of the certificate that the site is served with, if it
	// doesn't get its own.
	TLSCert string
	// Tell is told each finding, Progress how far a long check is, and Begin of
	// each check when it begins to look or to mend.
	Tell     func(doctor.Finding)
	Progress doctor.Progress
	Begin    func(check string, mends bool)
}

// examiners is how many reads of an examination may run beside each other: each
// costs a cache.
const examiners = 2

// Site is one that was opened to be looked at.
type Site struct {
	Extensions *extensions.Set
	Themes     *themes.Themes
	Exchange   *exchange.Exchange
	Env        *env.Env
	Handler    func() http.Handler
	Close      func() error
}

// Open opens a site.
type Open func(ctx context.Context, c config.Config) (*Site, error)

// Examine looks at a site, whether it is served or not, without bringing its
// tables up to date.
func Examine(ctx context.Context, c config.Config, x Examination, open Open) error {
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if x.Progress == nil {
		x.Progress = func(string, int64, string) {}
	}
	if x.Begin == nil {
		x.Begin = func(string, bool) {}
	}
	if err := c.CheckFile(); err != nil {
		return err
	}
	run := func(list ...doctor.Check) error { return doctor.Run(ctx, list, x.Mend, x.Begin, x.Tell) }
	if err := run(doctor.Temporary(os.TempDir(), c.Data)); err != nil {
		return err
	}
	if _, err := os.Stat(c.Data); err == nil {
		if err := run(doctor.Folder(c.Data), doctor.Disk(c.Data)); err != nil {
			return err
		}
	}
	db, err := store.Open(ctx, store.Config{Dir: c.Data, URL: c.DatabaseURL, ListenURL: c.DatabaseListenURL, SiteURL: c.URL, Log: c.Log, AsItIs: true, Unmapped: true, Readers: examiners})
	if err != nil {
		x.Tell(doctor.Finding{Check: "database", Level: doctor.Error, Text: err.Error()})
		return nil
	}
	sound, err := examineDatabase(ctx, db, c, x, run)
	err = errors.Join(err, db.Close())
	if err != nil || !sound {
		return err
	}
	return examineExtensions(ctx, c, run, x, open)
}

// examineDatabase does all that needs no running site. sound tells whether one
// can be opened.
func examineDatabase(ctx context.Context, db *store.DB, c config.Config, x Examination, run func(...doctor.Check) error) (sound bool, err error) {
	files, err := extensionFiles(ctx, db, c)
	if err != nil {
		return false, err
	}
	var old error
	if err := run(doctor.Migrations(db, files, &old)); err != nil {
		return false, err
	}
	if old != nil {
		f := doctor.Found(doctor.Warning, "the database is older than the program: the rest can't be looked at")
		if errors.Is(old, doctor.ErrNew) {
			f = doctor.Found(doctor.Warning, "the database is newer than the program: the rest can't be looked at")
		}
		x.Tell(f.Of("database"))
		return false, nil
	}
	if err := db.RestoreUnfinished(ctx); errors.Is(err, store.ErrRestoring) {
		x.Tell(doctor.Finding{Check: "database", Level: doctor.Error, Text: err.Error()})
		return false, nil
	}
	if err := run(doctor.Database(db, files, c.Clock, x.Progress)...); err != nil {
		return false, err
	}
	if err := run(doctor.Fields(db, services.New(c, db).Definitions.Indexed(ctx))); err != nil {
		return false, err
	}
	blobs, err := uploadsToExamine(ctx, c)
	if err != nil {
		x.Tell(doctor.Found(doctor.Error, "the place of the uploads can't be used: %s", err).Of("files"))
	} else {
		f := &doctor.Files{Blobs: blobs, Owners: owners(db), Names: names(db), Now: c.Clock, Stray: x.Stray, Progress: x.Progress}
		if err := run(f.Check(x.Chosen)); err != nil {
			return false, err
		}
	}
	options, err := db.Options(ctx)
	host := ""
	if u, err := url.Parse(c.URL); err == nil {
		host = u.Hostname()
	}
	if err == nil && host == "" {
		stored, _ := options.Get(site.URL.Name)
		if u, err := url.Parse(schema.ToText(stored)); err == nil {
			host = u.Hostname()
		}
	}
	return err == nil, run(doctor.Certificates(filepath.Join(c.Data, "certificates"), x.TLSCert, host, c.Clock), mailCheck(c.MailURL))
}

// extensionFiles are the migrations of the extensions that the database has
// tables of.
func extensionFiles(ctx context.Context, db *store.DB, c config.Config) (map[string]fs.FS, error) {
	files := config.MigrationsOf(c.Known())
	states, err := db.MigrationStates(ctx, files)
	if err != nil {
		return nil, err
	}
	for _, s := range states {
		switch {
		case s.Extension != "" && s.Now == 0:
			delete(files, s.Extension)
		case s.Extension == "" && s.Now == 0:
			return nil, fmt.Errorf("%w in %s", config.ErrNoSite, c.Location())
		}
	}
	return files, nil
}

// uploadsToExamine opens the place of the uploads; a folder that isn't there
// isn't made.
func uploadsToExamine(ctx context.Context, c config.Config) (blob.Store, error) {
	if c.Uploads != nil {
		return c.Uploads, nil
	}
	folder := filepath.Join(c.Data, "uploads")
	if c.MediaURL == "" {
		if _, err := os.Stat(folder); err != nil {
			return nil, config.SystemReason(err)
		}
	}
	return bloball.Open(ctx, c.MediaURL, folder)
}

func filesOf(e *content.Entry) []string {
	if e.Type == content.TypeFontFace {
		return fonts.FilesOf(e)
	}
	return media.FileOf(e).Keys()
}

// owners are all that have files: attachments and fonts, and deletions that are
// about to remove theirs.
func owners(db *store.DB) func(context.Context) iter.Seq2[doctor.Owner, error] {
	return func(ctx context.Context) iter.Seq2[doctor.Owner, error] {
		return func(yield func(doctor.Owner, error) bool) {
			enough := errors.New("enough")
			give := func(o doctor.Owner) error {
				if !yield(o, nil) {
					return enough
				}
				return nil
			}
			err := db.EachOf(ctx, []string{content.TypeAttachment, content.TypeFontFace}, func(e *content.Entry) error {
				return give(doctor.Owner{ID: e.ID, Keys: filesOf(e)})
			})
			if err == nil {
				err = db.EachPayload(ctx, media.JobFiles, func(_, payload string) error {
					var r media.Removal
					if json.Unmarshal([]byte(payload), &r) != nil {
						return nil // the job will say so
					}
					return give(doctor.Owner{Keys: r.Keys})
				})
			}
			if err != nil && !errors.Is(err, enough) {
				yield(doctor.Owner{}, err)
			}
		}
	}
}

func names(db *store.DB) func(context.Context, int64, string) (bool, error) {
	return func(ctx context.Context, id int64, key string) (bool, error) {
		e, err := db.EntryByID(ctx, id)
		if errors.Is(err, content.ErrNotFound) {
			return false, nil
		}
		return err == nil && slices.Contains(filesOf(e), key), err
	}
}

// mailReached bounds how long the mail server may take to answer.
const mailReached = 10 * time.Second

func mailCheck(address string) doctor.Check {
	return doctor.Check{Name: "mail", Look: func(ctx context.Context) ([]doctor.Finding, error) {
		if address == "" {
			return []doctor.Finding{doctor.Found(doctor.Warning, "no mail server is set up: messages to people go to the log").With("set QUOIN_MAIL_URL")}, nil
		}
		server, err := mail.ParseServer(address)
		if err != nil {
			return []doctor.Finding{doctor.Found(doctor.Error, "%s", err).With("set QUOIN_MAIL_URL right")}, nil
		}
		ctx, cancel := context.WithTimeout(ctx, mailReached)
		defer cancel()
		if err := server.Reach(ctx); err != nil {
			return []doctor.Finding{{Level: doctor.Error, Text: err.Error()}}, nil
		}
		return []doctor.Finding{doctor.Found(doctor.OK, "mail goes out through %s", server)}, nil
	}}
}

// registrationCheck looks at what strangers become where anyone can register.
func registrationCheck(s *site.Site, grants access.Grants) doctor.Check {
	return doctor.Check{Name: "registration", Look: func(ctx context.Context) ([]doctor.Finding, error) {
		role := site.DefaultRole.Of(ctx, s)
		newcomer := access.NewActor(0, "", []string{role}).With(grants)
		if !site.Registration.Of(ctx, s) || !newcomer.Can("publish_posts") && !newcomer.Can("manage_options") {
			return nil, nil
		}
		return []doctor.Finding{doctor.Found(doctor.Warning, "anyone can register, and has the role %s at once", role).
			With("quoin option set default_role subscriber")}, nil
	}}
}

// examineExtensions opens the site and runs what its extensions bring.
func examineExtensions(ctx context.Context, c config.Config, run func(...doctor.Check) error, x Examination, open Open) error {
	c.NoCache, c.SmallMemory, c.Existing = true, true, true
	a, err := open(ctx, c)
	if err != nil {
		x.Tell(doctor.Found(doctor.Error, "it can't be opened: %s", err).Of("site"))
		return nil
	}
	if err := run(a.Themes.Check(), registrationCheck(a.Env.Site, a.Env.Grants)); err != nil {
		return errors.Join(err, a.Close())
	}
	for _, e := range a.Extensions.List {
		if e.Failed != nil {
			x.Tell(doctor.Found(doctor.Error, "the extension can't be started: %s", e.Failed).Of(e.ID))
			continue
		}
		for _, check := range e.Parts.Checks {
			check.Name = e.ID + ": " + check.Name
			if err = run(check); err != nil {
				break
			}
		}
	}
	return errors.Join(err, a.Close())
}
