package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"quoin/internal/app"
)

// shutdownGrace is how long running requests may finish when the server ends.
const shutdownGrace = 10 * time.Second

func serveCommand() *cobra.Command {
	var c app.Config
	var listen string
	var sample bool
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the site",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return serve(cmd.Context(), c, listen, sample) },
	}
	siteFlags(cmd, &c)
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:8080", "address to listen on")
	cmd.Flags().StringVar(&c.URL, "url", "", "public address of the site (default: the stored one)")
	cmd.Flags().StringVar(&c.Preset, "preset", "full", "what to serve: "+strings.Join(app.PresetNames(), ", "))
	cmd.Flags().BoolVar(&c.NoCache, "no-cache", false, "make every answer anew; changes nothing but speed")
	cmd.Flags().Int64Var(&c.CacheBytes, "cache-bytes", app.DefaultCacheBytes, "memory for kept answers")
	cmd.Flags().Int64Var(&c.MaxUpload, "max-upload", app.DefaultMaxUpload, "largest file that may be uploaded, in bytes")
	cmd.Flags().Int64Var(&c.ImageMemory, "image-memory", app.DefaultImageMemory, "memory for pictures that are worked on; larger ones are refused")
	cmd.Flags().BoolVar(&c.CacheTags, "cache-tags", false, "send what answers are made of as Cache-Tag header, for a CDN")
	cmd.Flags().BoolVar(&sample, "sample", false, "bring the sample site in first, unless it is there")
	cmd.Flags().StringVar(&c.PurgeURL, "purge-url", "", "address that is told what changes (POST {\"tags\":[...]}), for a CDN")
	cmd.Flags().DurationVar(&c.SharedMaxAge, "shared-max-age", 0, "how long a CDN that is purged may hold answers")
	cmd.Flags().StringVar(&c.Theme, "theme", "", "folder of a theme (default: the built-in one)")
	return cmd
}

func serve(ctx context.Context, c app.Config, listen string, sample bool) error {
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	defer l.Close()
	c.URL, c.Listen = strings.TrimRight(c.URL, "/"), reachable(listen, l.Addr())
	a, err := app.New(ctx, c)
	if err != nil {
		return err
	}
	defer a.Close()
	tellPassword(a)
	if sample {
		if _, err := a.ImportSample(ctx, nil); err != nil {
			return err
		}
	}
	if err := a.Prepare(ctx); err != nil {
		return err
	}
	server := &http.Server{
		Handler:           a.Handler(),
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
	}
	fmt.Fprintf(os.Stderr, "Serving %s on http://%s (API: /api/ and /wp-json/)\n", a.Env.Site.Base(ctx), l.Addr())
	if sample {
		if err := hints(ctx, a, os.Stderr); err != nil {
			return err
		}
	}
	failed := make(chan error, 4)
	go func() { failed <- server.Serve(l) }()
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
	fmt.Fprintf(os.Stderr, "Cut off the requests that took longer than %v to finish.\n", shutdownGrace)
	return server.Close()
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
