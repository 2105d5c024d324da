package datafolder

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/gofrs/flock"
)

// ServingName is the file that the server of a site in a file keeps locked.
const ServingName = "serving.lock"

// ErrServed says that another process serves the site of a data folder.
var ErrServed = errors.New("another server serves the site in this data folder")

// Serve notes that this process serves the site whose database is in the folder. It is
// ErrServed while another one does: what each keeps in memory would be old whenever the
// other writes.
func Serve(data string) (end func() error, err error) {
	return lock(data, ServingName, ErrServed, "stop it first; several nodes need PostgreSQL")
}

// ImportingName is the file that a process keeps locked while it brings content into the site
// of a data folder.
const ImportingName = "importing.lock"

// ErrImporting says that another process brings content into a site.
var ErrImporting = errors.New("another import is running here")

// Import notes that this process brings content into the site whose database is in the folder.
// It is ErrImporting while another one does.
func Import(data string) (end func() error, err error) {
	return lock(data, ImportingName, ErrImporting, "run the same command again once it has ended")
}

// lock locks a file of the folder, which the system unlocks when this process ends. While
// another one has it, the error is taken, with what to do.
func lock(data, name string, taken error, advice string) (end func() error, err error) {
	path := filepath.Join(data, name)
	held := flock.New(path, flock.SetPermissions(0o600))
	ok, err := held.TryLock()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", path, err), held.Close())
	}
	if !ok {
		who := ""
		if b, err := os.ReadFile(path); err == nil && len(b) > 0 { // #nosec G304 -- in the operator's data folder
			who = " (process " + strings.TrimSpace(string(b)) + ")"
		}
		return nil, errors.Join(fmt.Errorf("%w%s: %s", taken, who, advice), held.Close())
	}
	// Who comes next is told; where that can't be written it isn't.
	_ = os.WriteFile(path, []byte(strconv.Itoa(os.Getpid())+"\n"), 0o600)
	return held.Close, nil
}
