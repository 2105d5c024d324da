package screens

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"quoin/internal/app/backups"
	"quoin/internal/app/personal"
	"quoin/internal/domain/audit"
	"quoin/internal/domain/user"
	"quoin/internal/operation/doctor"
	"quoin/internal/people/account"
	"quoin/internal/people/admin"
	"quoin/internal/platform/fault"
)

// keeping is how the admin keeps the site.
type keeping struct {
	Config
	examined *examined
}

// examined is what was found when the site was last looked at.
type examined struct {
	mu    sync.Mutex // one examination at a time
	at    time.Time
	found []doctor.Finding
}

// examinedFor is how long that is told in place of another look, which reads all files.
const examinedFor = 10 * time.Minute

func newKeeping(c Config) keeping { return keeping{c, &examined{}} }

// Backups implements admin.Keeping.
func (k keeping) Backups(context.Context) ([]admin.Backup, error) {
	if k.BackupTo == "" {
		return nil, admin.ErrNoBackups
	}
	names, err := filepath.Glob(filepath.Join(k.BackupTo, "*.zip"))
	if err != nil {
		return nil, err
	}
	list := []admin.Backup{}
	for _, path := range names {
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			continue // gone meanwhile
		}
		list = append(list, admin.Backup{Name: filepath.Base(path), Bytes: info.Size(), Made: info.ModTime().UTC().Truncate(time.Second)})
	}
	slices.SortFunc(list, func(a, b admin.Backup) int {
		return cmp.Or(b.Made.Compare(a.Made), strings.Compare(b.Name, a.Name))
	})
	return list, nil
}

// BackupNow implements admin.Keeping.
func (k keeping) BackupNow(ctx context.Context) error {
	// One that has begun is finished, whether who asked waits or not.
	return k.Config.Backups.Now(context.WithoutCancel(ctx), false)
}

// OpenBackup implements admin.Keeping.
func (k keeping) OpenBackup(ctx context.Context, name string) (io.ReadSeekCloser, admin.Backup, error) {
	list, err := k.Backups(ctx)
	if err != nil {
		return nil, admin.Backup{}, err
	}
	i := slices.IndexFunc(list, func(b admin.Backup) bool { return b.Name == name })
	if i < 0 {
		return nil, admin.Backup{}, os.ErrNotExist
	}
	file, err := os.Open(filepath.Join(k.BackupTo, list[i].Name)) // #nosec G304 -- a name of the folder's own list
	return file, list[i], err
}

// Record implements admin.Keeping.
func (k keeping) Record(ctx context.Context, q audit.Query) ([]*audit.Entry, error) {
	return k.DB.ListAudit(ctx, q)
}

// asked is how the admin takes requests for personal data through.
type asked struct{ *personal.Requests }

// Export implements admin.Requests.
func (a asked) Export(ctx context.Context, id int64, w io.Writer) (string, error) {
	r, err := a.One(ctx, user.RequestExport, id)
	if err != nil {
		return "", err
	}
	return account.PersonalFileName(r), a.Requests.Export(ctx, r, w)
}

// Erase implements admin.Requests.
func (a asked) Erase(ctx context.Context, id int64, how admin.Erasure) (entries, comments int, err error) {
	done, err := a.Requests.Erase(ctx, id, personal.Erasure{
		KeepAccount: !how.DeleteAccount, Reassign: how.Reassign, DeleteEntries: how.DeleteEntries, DeleteComments: how.DeleteComments, By: how.By,
	})
	if refused := personal.Refused(""); errors.As(err, &refused) {
		err = fault.New(http.StatusConflict, "person_refused", string(refused))
	}
	return done.Entries, done.Comments, err
}

// Examine implements admin.Keeping.
func (k keeping) Examine(ctx context.Context, again bool) ([]doctor.Finding, error) {
	x := k.examined
	if !x.mu.TryLock() {
		return nil, backups.ErrBusy
	}
	defer x.mu.Unlock()
	if !again && x.found != nil && k.Clock().Sub(x.at) < examinedFor {
		return x.found, nil
	}
	found := []doctor.Finding{}
	err := k.Config.Examine(ctx, func(f doctor.Finding) { found = append(found, f) })
	if err = errors.Join(err, ctx.Err()); err == nil {
		x.found, x.at = found, k.Clock()
	}
	return found, err
}
