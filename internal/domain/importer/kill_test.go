package importer_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"quoin/internal/domain/importer"
	"quoin/internal/domain/importer/wxrgen"
)

// What a child process is told: the folder and the database of the site.
const (
	childDir      = "QUOIN_TEST_IMPORT_DIR"
	childDatabase = "QUOIN_TEST_IMPORT_DATABASE"
)

// killFiles is the export that is imported again and again: a generated one,
// with the small one, which has all that has to wait, imported after it.
func killFiles() ([]*bytes.Reader, error) {
	var b bytes.Buffer
	if err := wxrgen.Write(&b, wxrgen.Options{Seed: 3, Posts: 60, Attachments: 12, Pages: 9, Categories: 6, Tags: 8, Comments: 1}); err != nil {
		return nil, err
	}
	data, err := os.ReadFile("testdata/small.xml")
	if err != nil {
		return nil, err
	}
	return []*bytes.Reader{bytes.NewReader(b.Bytes()), bytes.NewReader(data)}, nil
}

func importKillFiles(s *testSite, progress func(importer.Step)) error {
	files, err := killFiles()
	if err != nil {
		return err
	}
	if _, err := s.Run(context.Background(), files[0], importer.Options{Uploads: newAnyFile(), BatchSize: 7, Progress: progress}); err != nil {
		return err
	}
	_, err = s.Run(context.Background(), files[1], importer.Options{Uploads: uploads(), BatchSize: 3, Progress: progress})
	return err
}

// child imports in a process of its own and writes a line for each step.
func child(dir string) int {
	s, err := openSite(context.Background(), dir, os.Getenv(childDatabase))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	err = importKillFiles(s, func(step importer.Step) {
		if step.Part != importer.Checking {
			fmt.Println(step)
		}
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if err := s.db.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// TestKill kills imports with SIGKILL until one comes to its end, each a
// little later than the one before, and wants what one clean run brings.
func TestKill(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, database func(*testing.T) string) {
		clean := newSite(t, database(t))
		if err := importKillFiles(clean, nil); err != nil {
			t.Fatal(err)
		}
		want := clean.dump(t)
		dir, address := t.TempDir(), database(t)
		kills := 0
		for try := 1; ; try++ {
			if try > 60 {
				t.Fatal("no import came to its end")
			}
			killed, err := runAndKill(dir, address, 2*try)
			if err != nil {
				t.Fatal(err)
			}
			if !killed {
				break
			}
			kills++
		}
		if kills < 5 {
			t.Errorf("only %d kills", kills)
		}
		s, err := openSite(context.Background(), dir, address)
		if err != nil {
			t.Fatal(err)
		}
		defer s.db.Close()
		differ(t, fmt.Sprintf("after %d kills", kills), s.dump(t), want)
	})
}

// runAndKill starts an import and kills it after so many of its steps and some
// milliseconds, which lead into the transaction that follows.
func runAndKill(dir, address string, steps int) (killed bool, err error) {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), childDir+"="+dir, childDatabase+"="+address)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return false, err
	}
	var messages strings.Builder
	cmd.Stderr = &messages
	if err := cmd.Start(); err != nil {
		return false, err
	}
	lines := bufio.NewScanner(out)
	for n := 0; lines.Scan(); {
		if n++; n >= steps {
			time.Sleep(time.Duration(steps*3%7) * time.Millisecond)
			killed = cmd.Process.Kill() == nil
			break
		}
	}
	for lines.Scan() {
	}
	err = cmd.Wait()
	if killed && err != nil && cmd.ProcessState.ExitCode() == -1 {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("%w: %s", err, messages.String())
	}
	return false, nil
}
