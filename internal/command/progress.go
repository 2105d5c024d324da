package command

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"quoin/internal/domain/importer"
)

// onTerminal is where progress is shown: nowhere, unless somebody sits there. It has no
// place in logs and in mails of cron.
func onTerminal(w io.Writer) io.Writer {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return w
	}
	return io.Discard
}

// progress shows how far an import is: a bar on a terminal, else nothing.
type progress struct {
	out  *os.File
	tty  bool
	part importer.Part
	bar  *progressbar.ProgressBar
}

func newProgress(out *os.File) *progress {
	return &progress{out: out, tty: onTerminal(out) != io.Discard}
}

// step is told of every step; most are not shown.
func (p *progress) step(s importer.Step) {
	if p.tty {
		p.draw(s)
	}
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
