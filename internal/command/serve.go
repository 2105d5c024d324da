package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
	"github.com/spf13/cobra"

	"quoin/internal/app"
	"quoin/internal/app/config"
	"quoin/internal/app/relocation"
	"quoin/internal/domain/site"
	"quoin/internal/platform/datafolder"
	"quoin/internal/platform/httpcache"
	"quoin/internal/platform/netlimit"
	"quoin/internal/storage/store"
)

// leastAudit keeps the record of log-ins longer than an attack takes.
const leastAudit = time.Hour

// maxBackups is above what any disk keeps.
const maxBackups = 1 << 20

// leastAnswerMemory lets one long text at a time be made into an answer.
const leastAnswerMemory = 16 << 20

// leastImageMemory lets images of the smallest cameras in.
const leastImageMemory = 1 << 20

// How many connections there may be: usually, and at all.
const (
	defaultConnections = 4096
	maxConnections     = 1 << 24
)

// shutdownGrace is how long running requests may finish when the server ends.
const shutdownGrace = 10 * time.Second

func serveCommand() *cobra.Command {
	var c app.Config
	var listen string
	var sample bool
	var connections int64
	var proxies string
	var plain bool
	var keep, database int64
	var watch watching
	var encrypt encryption
	var before shadowing
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the site",
		Long:  "Serves the site over HTTP until SIGTERM or SIGINT.\n\n" + environmentHelp(),
		Args:  takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c.Connections, c.RequireTLS, c.BackupKeep = connections, !plain, int(min(keep, maxBackups))
			if cmd.Flags().Changed("database-connections") && c.DatabaseURL == "" {
				return misused(cmd, "--database-connections is for PostgreSQL: set QUOIN_DATABASE_URL")
			}
			c.DatabaseConnections = int(min(database, maxConnections))
			watch.apply(cmd, &c)
			if err := encrypt.check(cmd); err != nil {
				return err
			}
			if err := before.apply(cmd, &c, encrypt.domain); err != nil {
				return err
			}
			if encrypt.domain != "" && !cmd.Flags().Changed("listen") {
				listen = ":443"
			}
			return serve(cmd, c, listen, sample, connections, &watch, &encrypt)
		},
	}
	newSiteFlags(cmd, &c)
	checkedFlag(cmd, &listen, "listen", "127.0.0.1:8080", "address to listen on", listenable)
	urlFlag(cmd, &c, "public address of the site (default: the stored one)")
	presetFlag(cmd, &c, "what to serve")
	cmd.Flags().BoolVar(&c.NoCache, "no-cache", false, "turn the cache off; answers stay the same, only slower")
	numberFlag(cmd, &c.CacheBytes, "cache-bytes", 1, config.DefaultCacheBytes, "bytes", "memory for cached answers; on a small machine an eighth of its memory")
	numberFlag(cmd, &c.AnswerMemory, "answer-memory", leastAnswerMemory, config.DefaultAnswerMemory, "bytes", "memory for long texts while they are made into answers, and as much for answers that clients are taking; on a small machine an eighth of its memory. Requests wait for it, or are told to come back")
	numberFlag(cmd, &c.MaxUpload, "max-upload", 1, config.DefaultMaxUpload, "bytes", "largest file that may be uploaded")
	numberFlag(cmd, &c.ImageMemory, "image-memory", leastImageMemory, config.DefaultImageMemory, "bytes", "memory for resizing images; on a small machine half of its memory. Images that need more are refused")
	numberFlag(cmd, &connections, "connections", 1, defaultConnections, "connections", "maximum number of connections, an eighth of them from one address; at the limit idle connections are closed or new ones refused")
	numberFlag(cmd, &database, "database-connections", store.LeastConnections, store.UsualConnections, "connections", "maximum number of connections of this server to PostgreSQL; three of five are for writing")
	checkedFlag(cmd, &proxies, "trusted-proxies", "", "networks of reverse proxies, such as 10.0.0.0/8,::1, whose Forwarded and X-Forwarded-* headers are trusted", func(list string) (err error) {
		c.Trusted, err = netlimit.ParseProxies(list)
		return err
	})
	cmd.Flags().Var(&rate{&c.RateLimit}, "rate-limit", "requests per second of one client address, with bursts of ten times as many; 0 is no limit")
	cmd.Flags().BoolVar(&plain, "plain-http", false, "accept application passwords over plain HTTP from other machines; everybody on the way can read them")
	cmd.Flags().BoolVar(&c.CacheTags, "cache-tags", false, "send a Cache-Tag header with each answer, for a CDN")
	cmd.Flags().BoolVar(&sample, "sample", false, "import the sample site first")
	checkedFlag(cmd, &c.PurgeURL, "purge-url", c.PurgeURL, "URL to call when something changes (POST {\"tags\":[...]} or {\"everything\":true}), for a CDN", orNone(webAddress))
	periodFlag(cmd, &c.SharedMaxAge, "shared-max-age", 0, 0, "how long a CDN that is purged may keep answers")
	periodFlag(cmd, &c.AuditFor, "audit-for", leastAudit, config.DefaultAuditFor, "how long to keep the audit log")
	checkedFlag(cmd, &c.Theme, "theme", "", "folder of a block theme to use while the server runs (default: the theme that was chosen for the site, or the built-in one)", orNone(usableTheme))
	cmd.Flags().StringVar(&c.BackupTo, "backup", "", "folder for a backup every night; uploaded files are kept once, in its folder media")
	numberFlag(cmd, &keep, "backup-keep", 1, 14, "backups", "nightly backups to keep")
	cmd.Flags().BoolVar(&c.BackupVerify, "backup-verify", true, "restore each nightly backup for a trial, as quoin backup verify does; while one is bad no older one is deleted")
	watch.flags(cmd, &c)
	encrypt.flags(cmd)
	before.flags(cmd)
	return cmd
}

func serve(cmd *cobra.Command, c app.Config, listen string, sample bool, connections int64, watch *watching, encrypt *encryption) error {
	ctx, errs := cmd.Context(), cmd.ErrOrStderr()
	machine := machineMemory()
	fitMemory(cmd.Flags().Changed, &c, machine)
	tuneMemory(&c, machine)
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return fmt.Errorf("can't listen on %s: %w", listen, listenReason(err))
	}
	defer l.Close()
	tcp, ok := l.(*net.TCPListener)
	if !ok {
		return fmt.Errorf("can't listen on %s: it is no TCP address", listen)
	}
	c.URL, c.Listen = strings.TrimRight(encrypt.url(c.URL), "/"), reachable(listen, l.Addr())
	a, err := app.New(ctx, c)
	if err != nil {
		return err
	}
	defer a.Close()
	if c.DatabaseURL == "" {
		end, err := datafolder.Serve(c.Data)
		if err != nil {
			return err
		}
		defer end()
	}
	if err := relocation.CheckMoved(ctx, a.DB); err != nil {
		return err
	}
	defer keepTemporary(ctx, c.Data, errs)()
	printCreated(errs, a)
	if sample {
		// Of several nodes that start at once, one brings it.
		if _, err := a.Exchange.ImportSample(ctx, nil); err != nil && !errors.Is(err, datafolder.ErrImporting) {
			return err
		}
	}
	if err := a.Prepare(ctx); err != nil {
		return err
	}
	if err := keepAddress(ctx, a, tcp.Addr(), errs); err != nil {
		return err
	}
	limited := netlimit.Limit(tcp, int(min(connections, maxConnections)))
	limited.Trusted = c.Trusted
	server := &http.Server{
		Handler:           httpcache.Spelled(a.Health.Leaving(a.Handler())),
		ConnState:         limited.ConnState,
		ConnContext:       limited.ConnContext,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		HTTP2:             netlimit.HTTP2(),
	}
	tlsConfig, err := encrypt.config(c.Data)
	if err != nil {
		return err
	}
	fmt.Fprintf(errs, "Serving %s on %s://%s (API: /api/ and /wp-json/)\n", a.Env.Site.Base(ctx), encrypt.scheme(), l.Addr())
	if err := tellShadow(ctx, errs, c, a.DB); err != nil {
		return err
	}
	if server := a.MailServer(); server != "" {
		fmt.Fprintf(errs, "Mail goes out through %s\n", server)
	} else {
		fmt.Fprintln(errs, "No mail server is set up: messages to people are written to this log (see QUOIN_MAIL_URL)")
	}
	if sample {
		if err := hints(ctx, a, errs); err != nil {
			return err
		}
	}
	failed := make(chan error, 8)
	closeWatch, err := watch.serve(errs, a, failed)
	if err != nil {
		return err
	}
	defer closeWatch()
	stopRedirects, err := encrypt.serveRedirects(errs, a.Env.Site.Base, failed)
	if err != nil {
		return err
	}
	defer stopRedirects()
	go func() {
		if server.TLSConfig = tlsConfig; tlsConfig != nil {
			failed <- server.ServeTLS(limited, "", "")
			return
		}
		failed <- server.Serve(limited)
	}()
	// Work in the background goes on while the last requests are answered: what
	// they count is written after them.
	working, stopWork := context.WithCancel(context.WithoutCancel(ctx))
	var background sync.WaitGroup
	defer background.Wait()
	defer stopWork()
	for _, work := range []func(context.Context) error{a.Work.Run, a.Follow, a.Purge, a.Watch, a.RunShadow} {
		background.Go(func() {
			if err := work(working); err != nil && working.Err() == nil {
				failed <- err
			}
		})
	}
	tellManager(daemon.SdNotifyReady)
	select {
	case err := <-failed:
		if !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	case <-ctx.Done():
	}
	tellManager(daemon.SdNotifyStopping)
	// Whoever routes requests here is told first, so that none comes to a
	// closed door.
	a.Health.Drain()
	watch.wait()
	limited.AcceptWaiting(time.Second)
	if err := limited.Close(); err != nil {
		return err
	}
	grace, cancel := context.WithTimeout(context.Background(), shutdownGrace)
	defer cancel()
	limited.AwaitRest(grace)
	if err := server.Shutdown(grace); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	fmt.Fprintf(errs, "Cut off the requests that took longer than %v to finish.\n", shutdownGrace)
	return server.Close()
}

// keepAddress has the site know the address that it is served at, and says where that
// isn't what commands know, or where others than this machine need one.
func keepAddress(ctx context.Context, a *app.App, bound net.Addr, errs io.Writer) error {
	var known site.Addresses
	err := a.DB.InTx(app.AsOperator(ctx), func(ctx context.Context) (err error) {
		known, err = a.Env.Site.KeepAddress(ctx)
		return err
	})
	if err != nil {
		return err
	}
	if at, ok := bound.(*net.TCPAddr); ok && known.Given == "" && known.Stored == "" && !at.IP.IsLoopback() {
		fmt.Fprintf(errs, "The site has no address: it can be used as localhost and at the IP addresses of this machine, and its mails lead to %s. "+
			"Say what it is with --url.\n", known.Used)
	}
	if known.Disagree() {
		fmt.Fprintf(errs, "This server shows the site at %s, but the address that is stored, which mails and links of commands lead to, is %s. "+
			"To change it: quoin option set siteurl %s\n", known.Given, known.Stored, known.Given)
	}
	return nil
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
