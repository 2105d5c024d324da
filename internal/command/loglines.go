package command

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
)

// logLines is a writer that logs each line: what a command tells people is part
// of the log, where machines read that. Empty lines are left out.
type logLines struct {
	log *slog.Logger

	mu   sync.Mutex
	rest []byte // of a line without an end yet
}

// Write implements io.Writer. It never fails.
func (w *logLines) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rest = append(w.rest, p...)
	for {
		line, rest, ended := bytes.Cut(w.rest, []byte("\n"))
		if !ended {
			return len(p), nil
		}
		w.rest = rest
		w.line(slog.LevelInfo, string(line))
	}
}

func (w *logLines) line(level slog.Level, text string) {
	if text = strings.TrimSpace(text); text != "" {
		w.log.Log(context.Background(), level, text)
	}
}
