package command

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/platform/telemetry"
)

// watching is how a running server is looked into.
type watching struct {
	format         string
	metrics, debug string // addresses to listen on, "" for none
	drain          time.Duration
}

func (s *watching) flags(cmd *cobra.Command, c *app.Config) {
	f := cmd.Flags()
	checkedFlag(cmd, &s.format, "log-format", "text", "form of the log: text or json", func(form string) error {
		if form != "text" && form != "json" {
			return fmt.Errorf("wants text or json, not %q", form)
		}
		return nil
	})
	f.BoolVar(&c.AccessLog, "access-log", false, "log a line for each request, with an id that the answer has as X-Request-Id")
	periodFlag(cmd, &c.SlowStatement, "slow-statement", 0, time.Second, "log statements of the database that take this long; 0 logs none")
	checkedFlag(cmd, &s.metrics, "metrics-listen", "", "address to serve metrics for Prometheus on, at /metrics; keep it from the public", orNone(listenable))
	checkedFlag(cmd, &s.debug, "debug-listen", "", "address to serve Go's profiles on, at /debug/pprof/; keep it from the public", orNone(listenable))
	periodFlag(cmd, &s.drain, "drain", 0, 0, "time between /readyz saying no and the end of listening, for proxies to notice")
}

// apply sets up logs and metrics. With a log for machines all that the command
// writes goes there.
func (s *watching) apply(cmd *cobra.Command, c *app.Config) {
	if s.format == "json" {
		c.Log = slog.New(slog.NewJSONHandler(cmd.ErrOrStderr(), nil))
		slog.SetDefault(c.Log)
		cmd.SetErr(&logLines{log: c.Log})
	}
	if s.metrics != "" {
		c.Metrics = telemetry.NewMetrics(version())
	}
}

// wait lets proxies notice that the server is about to end.
func (s *watching) wait() { time.Sleep(s.drain) }

// serve listens on the addresses for metrics and profiles. What ends them goes
// to failed; the function that it returns closes them.
func (s *watching) serve(errs io.Writer, a *app.App, failed chan<- error) (stop func(), err error) {
	var servers []*http.Server
	stop = func() {
		for _, server := range servers {
			_ = server.Close()
		}
	}
	listen := func(what, address, path string, handler http.Handler) error {
		l, err := net.Listen("tcp", address)
		if err != nil {
			return fmt.Errorf("can't listen on %s for %s: %w", address, what, listenReason(err))
		}
		server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
		servers = append(servers, server)
		go func() {
			if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
				failed <- err
			}
		}()
		fmt.Fprintf(errs, "Serving %s on http://%s%s\n", what, l.Addr(), path)
		return nil
	}
	if s.metrics != "" {
		mux := http.NewServeMux()
		mux.Handle("GET /metrics", a.Metrics.Handler())
		mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
			if !a.Health.Handle(w, r) {
				http.NotFound(w, r)
			}
		})
		if err := listen("metrics", s.metrics, "/metrics", mux); err != nil {
			return stop, err
		}
	}
	if s.debug != "" {
		mux := http.NewServeMux()
		mux.HandleFunc("/debug/pprof/", pprof.Index)
		mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
		mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
		mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
		mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
		if err := listen("profiles", s.debug, "/debug/pprof/", mux); err != nil {
			stop()
			return stop, err
		}
	}
	return stop, nil
}
