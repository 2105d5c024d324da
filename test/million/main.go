package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"quoin/internal/domain/importer/wxrgen"
	"quoin/test/program"
)

// run is one run of the whole.
type run struct {
	posts   int
	rounds  int
	dir     string
	keep    bool
	site    program.Site
	out     io.Writer
	biggest int64 // memory of its own that anything had
}

func main() {
	r := &run{out: os.Stdout}
	flag.StringVar(&r.site.Bin, "quoin", "bin/quoin", "the program to measure")
	flag.StringVar(&r.site.Database, "database", "", "address of an empty PostgreSQL database (default: SQLite)")
	flag.StringVar(&r.dir, "dir", "", "folder for the site and its copies, about ten times as large as the texts (default: a temporary one)")
	flag.IntVar(&r.posts, "posts", 1_000_000, "posts of the site")
	flag.IntVar(&r.rounds, "rounds", 100, "requests of each kind after a change; ten times as many are kept ones")
	flag.BoolVar(&r.keep, "keep", false, "leave the site in -dir, and take the one that is there")
	flag.Parse()
	if err := r.all(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "million:", err)
		os.Exit(1)
	}
}

func (r *run) all(ctx context.Context) error {
	if r.dir == "" {
		dir, err := os.MkdirTemp("", "million-*")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		r.dir = dir
	}
	if err := os.MkdirAll(r.dir, 0o700); err != nil {
		return err
	}
	r.site.Data = filepath.Join(r.dir, "site")
	fmt.Fprintf(r.out, "%s, %s %s, %d processors, load %s\n", time.Now().Format("2006-01-02 15:04"), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), load())
	if _, err := os.Stat(r.site.Data); err != nil {
		if err := r.fill(); err != nil {
			return err
		}
	}
	if err := r.requests(ctx); err != nil {
		return err
	}
	if err := r.commands(); err != nil {
		return err
	}
	fmt.Fprintf(r.out, "most memory of its own that anything had: %d MB; load %s\n", r.biggest>>20, load())
	return nil
}

// fill imports the posts, which are written first.
func (r *run) fill() error {
	export := filepath.Join(r.dir, "export.xml")
	f, err := os.Create(export)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	// Posts of some sixty words, nine minutes from each other.
	err = wxrgen.Write(w, wxrgen.Options{
		Seed: 1, Posts: r.posts, Pages: 200, Attachments: -1, Authors: 50, Categories: 40, Tags: 1000, Comments: 1, Text: 400,
		Start: time.Date(2006, 1, 1, 0, 0, 0, 0, time.UTC), Every: 9 * time.Minute,
	})
	if err := errors.Join(err, w.Flush(), f.Close()); err != nil {
		return err
	}
	fmt.Fprintf(r.out, "export file: %d MB\n\n", sizeOf(export)>>20)
	r.head()
	cost, err := r.measure(r.site.Command("import", "wxr", export, "--json"))
	if err != nil {
		return err
	}
	r.row("import", cost, fmt.Sprintf("%.0f posts/s by the clock, %.2f ms of processor time each; %d MB of database",
		float64(r.posts)/cost.took.Seconds(), cost.processor.Seconds()*1000/float64(r.posts), sizeOf(filepath.Join(r.site.Data, "quoin.db"))>>20))
	return os.Remove(export)
}

// commands measures those of the operator, on the site as it is.
func (r *run) commands() error {
	fmt.Fprintln(r.out)
	r.head()
	archive, other := filepath.Join(r.dir, "backup.zip"), r.site
	other.Data, other.Database = filepath.Join(r.dir, "restored"), ""
	for _, c := range []struct {
		name string
		args []string
		on   program.Site
		note func() string
	}{
		{"doctor", []string{"doctor", "--json"}, r.site, nil},
		{"status", []string{"status"}, r.site, nil},
		{"backup", []string{"backup", archive, "--overwrite"}, r.site, func() string { return fmt.Sprintf("%d MB", sizeOf(archive)>>20) }},
		{"restore", []string{"restore", archive}, other, nil},
	} {
		cost, err := r.measure(c.on.Command(c.args...))
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		note := ""
		if c.note != nil {
			note = c.note()
		}
		r.row(c.name, cost, note)
	}
	err := r.upgrade(other)
	if !r.keep {
		err = errors.Join(err, os.RemoveAll(r.dir))
	}
	return errors.Join(err, os.RemoveAll(other.Data), os.RemoveAll(archive))
}

func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// load is the load of the machine, of the last one, five and fifteen minutes.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	f := strings.Fields(string(text))
	if err != nil || len(f) < 3 {
		return "unknown"
	}
	return strings.Join(f[:3], " ")
}

// decode reads a JSON answer.
func decode(data []byte, to any) error {
	if err := json.Unmarshal(data, to); err != nil {
		return fmt.Errorf("%w: %.200s", err, data)
	}
	return nil
}
