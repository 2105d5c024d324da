package examination

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"quoin/internal/app/backups"
	"quoin/internal/app/config"
	"quoin/internal/domain/content"
	"quoin/internal/ext"
	"quoin/internal/operation/doctor"
	"quoin/internal/people/mail"
	"quoin/internal/platform/outbound"
	"quoin/internal/transfer/backup"
)

// Trial says how a backup is tried.
type Trial struct {
	// Place has the uploaded files of a backup that has them apart; "" is the folder
	// "media" beside it.
	Place string
	// Work is the folder that takes the restored database and themes while they are tried;
	// "" takes that of the system for temporary files.
	Work string
	// Pages bounds how many addresses are asked for; 0 takes DefaultTrialPages.
	Pages int
	// More are extensions beside those of the program, see Config.More.
	More []ext.Extension
	// Log hears of the copy; nil drops that. Progress may be nil.
	Log      *slog.Logger
	Progress func(TrialProgress)
}

// DefaultTrialPages is how many addresses of a restored copy are asked for.
const DefaultTrialPages = 2000

// TrialProgress tells what was done.
type TrialProgress struct {
	backup.Progress
	Pages int
}

// Tried tells what came of it.
type Tried struct {
	*backup.Manifest
	backup.Crawled
}

// Try restores a backup to a place that is gone afterwards, serves the copy on a
// loopback port, and asks for all of its pages. The uploaded files are compared where they
// are. The copy sends no mail, asks no other site and does no jobs. The error is
// backups.ErrBad when anything is wrong.
func Try(ctx context.Context, path string, t Trial, open Open) (tried *Tried, err error) {
	if t.Progress == nil {
		t.Progress = func(TrialProgress) {}
	}
	if t.Log == nil {
		t.Log = slog.New(slog.DiscardHandler)
	}
	work, err := os.MkdirTemp(t.Work, "quoin-trial-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	made, place, err := backups.OpenTried(ctx, path, t.Place, t.More)
	if err != nil {
		return nil, err
	}
	defer made.Close()
	c := config.Config{Data: filepath.Join(work, "data"), Log: t.Log, Preset: config.Full, More: t.More, NoCache: true, SmallMemory: true}
	if _, err := c.Settle(); err != nil {
		return nil, err
	}
	c.Uploads = made.Blobs(place)
	s := backup.Site{Media: c.Uploads, Place: place, Folder: c.Data, Parts: config.BackedUpParts()}
	told := func(p backup.Progress) { t.Progress(TrialProgress{Progress: p}) }
	if err := backups.RestoreTo(ctx, c, made, s, c.Known(), told); err != nil {
		return nil, backups.BadUnless(ctx, err)
	}
	c.Existing = true
	tried = &Tried{Manifest: made.Manifest}
	err = Examine(ctx, c, Examination{Tell: func(f doctor.Finding) {
		if f.Level == doctor.Error && !slices.Contains(ofTheMachine, f.Check) {
			tried.Wrong = append(tried.Wrong, backup.Wrong{Where: f.Check, What: f.Text})
		}
	}}, open)
	if err != nil {
		return nil, backups.BadUnless(ctx, err)
	}
	found, err := crawlCopy(ctx, c, t, open)
	if err != nil {
		return nil, backups.BadUnless(ctx, err)
	}
	found.Wrong = append(tried.Wrong, found.Wrong...)
	tried.Crawled = *found
	if n := len(found.Wrong); n > 0 {
		return tried, fmt.Errorf("%w: %d things are wrong, first %s: %s", backups.ErrBad, n, found.Wrong[0].Where, found.Wrong[0].What)
	}
	return tried, nil
}

// ofTheMachine are checks of the doctor about the place where a copy is tried.
var ofTheMachine = []string{"temporary files", "disk", "data folder", "mail", "certificates", "clock", "jobs"}

// crawlCopy serves a restored copy to this process alone, and asks for its pages.
func crawlCopy(ctx context.Context, c config.Config, t Trial, open Open) (found *backup.Crawled, err error) {
	refuse := func(context.Context, string, string) (net.Conn, error) { return nil, errAlone }
	c.Mail = silent{}
	c.Outbound = outbound.New(outbound.Config{Transport: func(h *http.Transport) { h.DialContext = refuse }})
	a, err := open(ctx, c)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: a.Handler(), ReadHeaderTimeout: time.Minute}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	defer func() {
		err = errors.Join(err, server.Close())
		<-ended
	}()
	wanted := []string{"/", "/feed/", "/robots.txt", "/api/", "/wp-json/"}
	base := a.Env.Site.Base(ctx)
	err = a.Exchange.EachPublished(ctx, func(ctx context.Context, e *content.Entry) bool {
		if path, ok := strings.CutPrefix(a.Env.Links.Link(ctx, e), base); ok {
			wanted = append(wanted, path)
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	crawl := &backup.Crawl{
		Client: &http.Client{Timeout: time.Minute, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
		Base:   base, At: "http://" + l.Addr().String(), Most: t.Pages, Wanted: wanted,
		Told: func(n int) { t.Progress(TrialProgress{Pages: n}) },
	}
	if crawl.Most == 0 {
		crawl.Most = DefaultTrialPages
	}
	return crawl.Run(ctx)
}

var errAlone = errors.New("a copy that is tried asks no other site")

// silent sends no mail.
type silent struct{}

// Send implements mail.Sender.
func (silent) Send(context.Context, mail.Message) error { return nil }
