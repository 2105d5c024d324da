package main

import (
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"quoin/internal/importer"
)

// lineEvery is how often progress is printed where there is no terminal.
const lineEvery = 5 * time.Second

// progress shows how far an import is: a bar on a terminal, else lines.
type progress struct {
	out  *os.File
	tty  bool
	part importer.Part
	bar  *progressbar.ProgressBar
	last time.Time
}

func newProgress(out *os.File) *progress {
	return &progress{out: out, tty: term.IsTerminal(int(out.Fd())), last: time.Now()}
}

// step is told of every step; most are not shown.
func (p *progress) step(s importer.Step) {
	if p.tty {
		p.draw(s)
		return
	}
	if now := time.Now(); now.Sub(p.last) >= lineEvery {
		p.last = now
		fmt.Fprintf(p.out, "%s: %d%%\n", s.Part, percent(s))
	}
}

func percent(s importer.Step) int64 {
	if s.Total <= 0 {
		return 100
	}
	return min(100, s.Done*100/s.Total)
}

func (p *progress) draw(s importer.Step) {
	if s.Part != p.part {
		p.end()
		p.part = s.Part
		options := []progressbar.Option{
			progressbar.OptionSetWriter(p.out), progressbar.OptionSetDescription(string(s.Part)),
			progressbar.OptionThrottle(100 * time.Millisecond), progressbar.OptionSetWidth(30),
			progressbar.OptionOnCompletion(func() { fmt.Fprintln(p.out) }),
		}
		if s.Part != importer.Finishing {
			options = append(options, progressbar.OptionShowBytes(true))
		}
		p.bar = progressbar.NewOptions64(max(1, s.Total), options...)
	}
	// A bar that can't be drawn is no reason to stop.
	_ = p.bar.Set64(min(s.Done, max(1, s.Total)))
}

// end leaves the line of the bar.
func (p *progress) end() {
	if p.bar != nil && !p.bar.IsFinished() {
		_ = p.bar.Exit()
		fmt.Fprintln(p.out)
	}
	p.bar = nil
}
