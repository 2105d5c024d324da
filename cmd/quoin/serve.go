package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/netlimit"
)

// leastImageMemory lets pictures of the smallest cameras in.
const leastImageMemory = 1 << 20

// How many connections there may be: usually, and at all.
const (
	usualConnections = 4096
	maxConnections   = 1 << 24
)

// shutdownGrace is how long running requests may finish when the server ends.
const shutdownGrace = 10 * time.Second

func serveCommand() *cobra.Command {
	var c app.Config
	var listen string
	var sample bool
	var connections int64
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the site",
		Args:  takes(),
		RunE:  func(cmd *cobra.Command, _ []string) error { return serve(cmd, c, listen, sample, connections) },
	}
	siteFlags(cmd, &c)
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:8080", "address to listen on")
	cmd.Flags().StringVar(&c.URL, "url", "", "public address of the site (default: the stored one)")
	cmd.Flags().StringVar(&c.Preset, "preset", "full", "what to serve: "+strings.Join(app.PresetNames(), ", "))
	cmd.Flags().BoolVar(&c.NoCache, "no-cache", false, "make every answer anew; changes nothing but speed")
	numberFlag(cmd, &c.CacheBytes, "cache-bytes", 1, app.DefaultCacheBytes, "bytes", "memory for kept answers")
	numberFlag(cmd, &c.MaxUpload, "max-upload", 1, app.DefaultMaxUpload, "bytes", "largest file that may be uploaded")
	numberFlag(cmd, &c.ImageMemory, "image-memory", leastImageMemory, app.DefaultImageMemory, "bytes", "memory for pictures that are worked on; larger ones are refused")
	numberFlag(cmd, &connections, "connections", 1, usualConnections, "connections", "connections at a time; beyond that idle ones are closed, or new ones refused")
	cmd.Flags().BoolVar(&c.CacheTags, "cache-tags", false, "send what answers are made of as Cache-Tag header, for a CDN")
	cmd.Flags().BoolVar(&sample, "sample", false, "bring the sample site in first, unless it is there")
	cmd.Flags().StringVar(&c.PurgeURL, "purge-url", "", "address that is told what changes (POST {\"tags\":[...]}), for a CDN")
	cmd.Flags().DurationVar(&c.SharedMaxAge, "shared-max-age", 0, "how long a CDN that is purged may hold answers")
	cmd.Flags().StringVar(&c.Theme, "theme", "", "folder of a theme (default: the built-in one)")
	return cmd
}

func serve(cmd *cobra.Command, c app.Config, listen string, sample bool, connections int64) error {
	ctx, errs := cmd.Context(), cmd.ErrOrStderr()
	if c.SharedMaxAge < 0 {
		return misused(cmd, "--shared-max-age wants a time that is not negative")
	}
	if listen == "" {
		return misused(cmd, "--listen wants an address such as 127.0.0.1:8080")
	}
	tuneMemory(c)
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return fmt.Errorf("can't listen on %s: %w", listen, listenReason(err))
	}
	defer l.Close()
	tcp, ok := l.(*net.TCPListener)
	if !ok {
		return fmt.Errorf("can't listen on %s: it is no TCP address", listen)
	}
	c.URL, c.Listen = strings.TrimRight(c.URL, "/"), reachable(listen, l.Addr())
	a, err := app.New(ctx, c)
	if err != nil {
		return err
	}
	defer a.Close()
	tellMade(errs, a)
	if sample {
		if _, err := a.ImportSample(ctx, nil); err != nil {
			return err
		}
	}
	if err := a.Prepare(ctx); err != nil {
		return err
	}
	limited := netlimit.Limit(tcp, int(min(connections, maxConnections)))
	server := &http.Server{
		Handler:           a.Handler(),
		ConnState:         limited.ConnState,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
	}
	fmt.Fprintf(errs, "Serving %s on http://%s (API: /api/ and /wp-json/)\n", a.Env.Site.Base(ctx), l.Addr())
	if sample {
		if err := hints(ctx, a, errs); err != nil {
			return err
		}
	}
	failed := make(chan error, 4)
	go func() { failed <- server.Serve(limited) }()
	working, stopWork := context.WithCancel(ctx)
	var background sync.WaitGroup
	defer background.Wait()
	defer stopWork()
	for _, work := range []func(context.Context) error{a.RunJobs, a.Follow, a.Purge} {
		background.Go(func() {
			if err := work(working); err != nil && working.Err() == nil {
				failed <- err
			}
		})
	}
	select {
	case err := <-failed:
		if !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.Background(), shutdownGrace)
	defer cancel()
	if err := server.Shutdown(grace); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	fmt.Fprintf(errs, "Cut off the requests that took longer than %v to finish.\n", shutdownGrace)
	return server.Close()
}

// listenReason is why an address can't be listened on.
func listenReason(err error) error {
	var address *net.AddrError
	if errors.As(err, &address) {
		return errors.New(address.Err + " (want HOST:PORT)")
	}
	if r := reason(err); !errors.Is(r, syscall.EADDRINUSE) {
		return r
	}
	return errors.New("another program listens there")
}

// reachable is the address of a listener as clients on this machine can use
// it: one that listens on every interface has no host of its own, and port 0
// stands for any that was free.
func reachable(listen string, bound net.Addr) string {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return listen
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	if _, p, err := net.SplitHostPort(bound.String()); err == nil {
		port = p
	}
	return net.JoinHostPort(host, port)
}
