package transfer

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"sync"

	"quoin/internal/platform/blob"
)

// Journal is a file that remembers which blobs have arrived at one destination.
// It is safe for concurrent use.
type Journal struct {
	mu   sync.Mutex
	file *os.File
	done map[string]version
}

// line is one blob that has arrived.
type line struct {
	Key  string
	Size int64
	Time int64 // of the source, in nanoseconds since 1970
}

// header begins a journal and says what it is about.
type header struct{ Destination string }

// maxLine bounds a line of a journal. Longer ones are nothing that was written
// here.
const maxLine = 64 << 10

// OpenJournal opens a journal, or begins one. One of another destination is
// begun again. A line that an interruption has cut off is left out, and
// everything behind one that can't be read.
func OpenJournal(path, destination string) (*Journal, error) {
	// What isn't a journal must not be cut to the length of one.
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("open journal: %s is no plain file", path)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600) // #nosec G304 -- the operator names the folder
	if err != nil {
		return nil, fmt.Errorf("open journal: %w", err)
	}
	j := &Journal{file: f, done: map[string]version{}}
	if err := j.read(destination); err != nil {
		return nil, errors.Join(fmt.Errorf("read journal %s: %w", path, err), f.Close())
	}
	return j, nil
}

func (j *Journal) read(destination string) error {
	in := bufio.NewReaderSize(j.file, maxLine)
	good := int64(0)
	for first := true; ; first = false {
		text, err := in.ReadSlice('\n')
		if err == io.EOF || errors.Is(err, bufio.ErrBufferFull) {
			break // without an end the line isn't whole
		}
		if err != nil {
			return err
		}
		if first {
			var h header
			if json.Unmarshal(text, &h) != nil || h.Destination != destination {
				break
			}
		} else {
			var l line
			if json.Unmarshal(text, &l) != nil {
				break
			}
			j.done[l.Key] = version{l.Size, l.Time}
		}
		good += int64(len(text))
	}
	if err := j.file.Truncate(good); err != nil {
		return err
	}
	if _, err := j.file.Seek(good, io.SeekStart); err != nil {
		return err
	}
	if good == 0 {
		return j.write(header{destination})
	}
	return nil
}

func (j *Journal) write(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(text, '\n'))
	return err
}

func (j *Journal) has(info blob.Info) bool {
	if j == nil {
		return false
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	v, ok := j.done[info.Key]
	return ok && v == versionOf(info)
}

// keys are what has arrived, of this run and former ones.
func (j *Journal) keys() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Sorted(maps.Keys(j.done))
}

func (j *Journal) add(info blob.Info) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	v := versionOf(info)
	if j.done[info.Key] == v {
		return nil
	}
	j.done[info.Key] = v
	if err := j.write(line{info.Key, v.size, v.time}); err != nil {
		return fmt.Errorf("write journal: %w", err)
	}
	return nil
}

// Close closes the file, and removes it when the work is done.
func (j *Journal) Close(done bool) error {
	err := j.file.Close()
	if done {
		if rerr := os.Remove(j.file.Name()); rerr != nil && !errors.Is(rerr, fs.ErrNotExist) {
			err = errors.Join(err, rerr)
		}
	}
	return err
}
