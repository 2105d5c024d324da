package admin

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"quoin/internal/domain/audit"
	"quoin/internal/operation/doctor"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/language"
)

// Backup is one that was made.
type Backup struct {
	Name  string    `json:"name"`
	Bytes int64     `json:"bytes"`
	Made  time.Time `json:"made"`
}

// Keeping is what a site is kept with beside its contents.
type Keeping interface {
	// Backups are those in the folder of the server, the newest first; ErrNoBackups where
	// it has none.
	Backups(ctx context.Context) ([]Backup, error)
	BackupNow(ctx context.Context) error
	// OpenBackup opens one of Backups by its name.
	OpenBackup(ctx context.Context, name string) (io.ReadSeekCloser, Backup, error)
	Record(ctx context.Context, q audit.Query) ([]*audit.Entry, error)
	// Examine tells what is wrong with the site, without mending: as it was found minutes
	// ago, or again.
	Examine(ctx context.Context, again bool) ([]doctor.Finding, error)
	// Facts are what the site is and runs on.
	Facts(ctx context.Context) ([]Facts, error)
}

// Facts are what is known of one part of the site. The bundle has the words for ID and for
// the names of facts, except where they are counted: those are names of things.
type Facts struct {
	ID      string `json:"id"`
	Counted bool   `json:"counted"`
	List    []Fact `json:"list"`
}

// Fact is one of them.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// ErrNoBackups says that the server was given no folder for backups.
var ErrNoBackups = errors.New("the server has no folder for backups")

const nonceBackup = "backup"

// maxForm bounds the small forms of screens, in bytes.
const maxForm = 64 << 10

// form reads a form of a screen that the person may open, and checks its nonce; false when
// it was refused.
func (v *visit) form(capability access.Capability, nonce string) bool {
	v.r.Body = http.MaxBytesReader(v.w, v.r.Body, maxForm)
	switch err := v.r.ParseForm(); {
	case err != nil:
		v.refuse(http.StatusBadRequest, "The form can't be read.")
	case !v.actor.Can(capability):
		v.refuse(http.StatusForbidden, errNotAllowed.why)
	case !v.Auth.VerifyNonce(v.ctx, v.session, nonce, v.r.PostForm.Get("_wpnonce")):
		v.refuse(http.StatusForbidden, "The page is too old. Load it again.")
	default:
		return true
	}
	return false
}

// told answers what came of a form. Only refusals are told in their words.
func (v *visit) told(what map[string]any, err error) {
	switch f := fault.As(err); {
	case f != nil:
		v.refuse(f.Status, f.Message)
	case errors.Is(err, ErrNoBackups):
		v.refuse(http.StatusConflict, err.Error())
	case fault.Outage(err) != nil:
		v.fail(err)
	case err != nil:
		v.Log.Error("form of the admin", "path", v.r.URL.Path, "error", err)
		v.refuse(http.StatusInternalServerError, "That failed. The log of the server tells why.")
	default:
		v.answer(http.StatusOK, what)
	}
}

func (v *visit) describeBackups(data map[string]any) error {
	list, err := v.Keeping.Backups(v.ctx)
	switch {
	case errors.Is(err, ErrNoBackups):
		data["backups"] = nil
	case err != nil:
		return err
	default:
		data["backups"] = list
	}
	data["formNonce"] = v.Auth.Nonce(v.ctx, v.session, nonceBackup)
	return nil
}

// backups shows the screen, or sends the backup that a link of it names.
func (v *visit) backups() bool {
	name := v.query("download")
	if name == "" {
		return v.screen("tools.php?page=backups")
	}
	switch {
	case !v.actor.Can("manage_options"):
		v.say(http.StatusForbidden, errNotAllowed.why)
		return true
	case v.r.Method != http.MethodGet || !v.Auth.VerifyNonce(v.ctx, v.session, nonceBackup, v.query("_wpnonce")):
		v.say(http.StatusForbidden, "This link is too old. Open the backups again.")
		return true
	}
	file, b, err := v.Keeping.OpenBackup(v.ctx, name)
	if err != nil {
		v.say(http.StatusNotFound, "There is no such backup.")
		return true
	}
	defer file.Close()
	v.headers()
	v.w.Header().Set("Content-Type", "application/zip")
	v.w.Header().Set("Content-Disposition", `attachment; filename="`+b.Name+`"`)
	http.ServeContent(v.w, v.r, "", b.Made, file)
	return true
}

func (v *visit) makeBackup() {
	if !v.form("manage_options", nonceBackup) {
		return
	}
	if _, err := v.Keeping.Backups(v.ctx); err != nil {
		v.told(nil, err)
		return
	}
	err := v.Keeping.BackupNow(v.ctx)
	list, listed := v.Keeping.Backups(v.ctx)
	v.told(map[string]any{"backups": list}, errors.Join(err, listed))
}

// mostRecord bounds how much of the record one answer has.
const mostRecord = 500

// record shows the screen of the record of log-ins, rights and settings, or answers a
// part of it.
func (v *visit) record() bool {
	if v.query("data") == "" {
		return v.screen("tools.php?page=record")
	}
	if !v.actor.Can("manage_options") {
		v.refuse(http.StatusForbidden, errNotAllowed.why)
		return true
	}
	q := audit.Query{About: v.query("about"), IP: v.query("ip"), Limit: mostRecord}
	if action := v.query("action"); slices.Contains(audit.Actions(), action) {
		q.Action = action
	}
	list, err := v.Keeping.Record(v.ctx, q)
	lines := []map[string]any{}
	for _, e := range list {
		lines = append(lines, map[string]any{"id": strconv.FormatInt(e.ID, 10), "at": e.At, "login": e.Login, "ip": e.IP, "action": v.text(e.Action), "subject": e.Subject, "detail": e.Detail})
	}
	actions := []map[string]string{}
	for _, action := range audit.Actions() {
		actions = append(actions, map[string]string{"value": action, "label": v.text(action)})
	}
	v.told(map[string]any{"lines": lines, "actions": actions}, err)
	return true
}

// describeHealth adds what the site is and runs on where that is asked for.
func (v *visit) describeHealth(data map[string]any) error {
	if v.query("tab") != "debug" {
		return nil
	}
	facts, err := v.Keeping.Facts(v.ctx)
	data["facts"] = facts
	return err
}

// health shows the screen, or answers what is wrong with the site.
func (v *visit) health() bool {
	if v.query("data") == "" {
		return v.screen("site-health.php")
	}
	if !v.actor.Can("manage_options") {
		v.refuse(http.StatusForbidden, errNotAllowed.why)
		return true
	}
	found, err := v.Keeping.Examine(v.ctx, v.query("data") == "again")
	texts, said := v.Site.Texts(v.ctx), []doctor.Finding{}
	for _, f := range found {
		said = append(said, f.In(texts.Of, language.Fill))
	}
	v.told(map[string]any{"findings": said}, err)
	return true
}
