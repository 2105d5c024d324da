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
	"quoin/internal/operation/doctor"
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

// Forget implements admin.Keeping.
func (k keeping) Forget(ctx context.Context, who string, how admin.Erasure) (entries, comments int, err error) {
	done, err := k.Personal.Erase(ctx, who, personal.Erasure(how))
	return done.Entries, done.Comments, refusedErasure(err)
}

// ExportPerson implements admin.Keeping.
func (k keeping) ExportPerson(ctx context.Context, who string, w io.Writer) error {
	return refusedErasure(k.Personal.Export(ctx, who, w))
}

// refusedErasure makes a refusal of personal data one for whoever asked by a form.
func refusedErasure(err error) error {
	if refused := personal.Refused(""); errors.As(err, &refused) {
		return fault.New(http.StatusConflict, "person_refused", string(refused))
	}
	return err
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
