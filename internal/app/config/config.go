// Package config says what a site is started with: where its parts are, which extensions it
// has, and what lies in its data folder.
package config

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"quoin/internal/domain/shadow"
	"quoin/internal/domain/site"
	"quoin/internal/domain/theme/installed"
	"quoin/internal/ext"
	"quoin/internal/ext/all"
	"quoin/internal/people/mail"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/netlimit"
	"quoin/internal/platform/outbound"
	"quoin/internal/platform/telemetry"
	"quoin/internal/storage/store"
)

// Config is what a site is started with.
type Config struct {
	Data        string // folder of the database and the uploads
	URL         string // address of the site; "" takes the stored one
	Listen      string // where it is served: its address when none was ever given
	Preset      string // see PresetNames; "" means full
	Theme       string // folder of a theme; "" takes the one that the site chose, or the built-in one
	DatabaseURL string // "" keeps the database in Data
	MediaURL    string // "" keeps the uploads in Data
	// DatabaseListenURL is the address of the database's server where DatabaseURL is that
	// of a pooler.
	DatabaseListenURL string
	// DatabaseReadURL is a copy of the database that follows it, for reads of answers
	// that are made for everybody; see store.Config.ReadURL.
	DatabaseReadURL string
	// DatabaseConnections is how many connections to PostgreSQL this process has at
	// most; 0 takes the usual number.
	DatabaseConnections int
	// Existing makes no new site where there is none: ErrNoSite.
	Existing bool
	// NoCache makes every answer again. CacheBytes bounds what is cached; 0 takes
	// DefaultCacheBytes.
	NoCache    bool
	CacheBytes int64
	// SmallMemory trades speed of reading for a small process; for tasks that
	// mainly write.
	SmallMemory bool
	// CacheTags sends Cache-Tag headers.
	CacheTags bool
	// PurgeURL is told what changed, for a shared cache in front, which may
	// then hold answers for SharedMaxAge; "" for none.
	PurgeURL     string
	SharedMaxAge time.Duration
	// MaxUpload bounds an uploaded file and ImageMemory what images take
	// while they are worked on, in bytes; 0 takes DefaultMaxUpload and
	// DefaultImageMemory.
	MaxUpload, ImageMemory int64
	// AnswerMemory is how many bytes of long texts all requests together hold while they
	// are answered, and as many again while clients take the answers; 0 takes
	// DefaultAnswerMemory.
	AnswerMemory int64
	// ImagesUse hears how many bytes the images have that are worked on, one call at a time;
	// it may be nil.
	ImagesUse func(bytes int64)
	// Trusted are the proxies whose word on who called is believed.
	// Connections is how many the server accepts; with a number, one client has
	// a part of them at most, also behind a proxy.
	Trusted     netlimit.Proxies
	Connections int64
	// RateLimit is how many requests a second one client may make in the long
	// run, and ten times as many at once; 0 bounds none.
	RateLimit float64
	// RequireTLS refuses application passwords over plain http, see
	// auth.Authenticator.
	RequireTLS bool
	// AuditFor is how long the audit log is kept; 0 takes DefaultAuditFor.
	AuditFor time.Duration
	// MailURL is the mail server that messages are sent with, see
	// mail.ParseServer; "" writes them to the log.
	MailURL string
	// Mail sends messages to people; nil takes what MailURL says.
	Mail  mail.Sender
	Log   *slog.Logger
	Clock func() time.Time
	// Metrics count what the site does; nil counts nothing. AccessLog writes a
	// line for each request, and statements that take SlowStatement or longer
	// are logged; 0 logs none.
	Metrics       *telemetry.Metrics
	AccessLog     bool
	SlowStatement time.Duration
	// BackupTo is the folder that takes a backup each night, of which the newest
	// BackupKeep are kept; "" makes none. Version is noted in them.
	// With BackupVerify each of these is restored for a trial.
	BackupTo     string
	BackupKeep   int
	BackupVerify bool
	Version      string
	// UpgradeBackup is the folder that takes a copy of the database before a newer
	// program changes its tables; "" takes "before-upgrade" in Data, and
	// NoUpgradeBackup makes none.
	UpgradeBackup string
	// Extensions takes the place of the extensions that the program is built
	// with, all of which are then served; nil takes those of the preset.
	Extensions []ext.Extension
	// More are extensions beside those, which every preset has.
	More []ext.Extension
	// OutboundAllow are neighbours that the site may ask although they aren't
	// public: addresses with ports, such as 10.0.0.5:3000, separated by commas.
	OutboundAllow string
	// Shadow has the site stand before an old one; nil for none.
	Shadow *Shadow
	// Uploads stand in place of what MediaURL names, for a copy that is looked at.
	Uploads blob.Store
	// Outbound asks other sites; nil takes a client with the usual limits.
	Outbound *outbound.Client
}

// DefaultAnswerMemory lets three lists of very long texts be made at once.
const DefaultAnswerMemory = 256 << 20

// DefaultCacheBytes is how much memory cached answers take at most.
const DefaultCacheBytes = 128 << 20

// DefaultImageMemory is how much memory the images that are worked on take
// together at most; enough for one of the largest allowed.
const DefaultImageMemory = 1 << 30

// DefaultMaxUpload bounds an uploaded file.
const DefaultMaxUpload = 256 << 20

// DefaultAuditFor is how long the audit log is kept.
const DefaultAuditFor = 180 * 24 * time.Hour

// Settle fills in what was left open and refuses what can't be, before a site is
// made. The preset is the one that c names.
func (c *Config) Settle() (Preset, error) {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	c.Preset = cmp.Or(c.Preset, Full)
	c.AuditFor = cmp.Or(c.AuditFor, DefaultAuditFor)
	c.CacheBytes = cmp.Or(c.CacheBytes, DefaultCacheBytes)
	preset, err := FindPreset(c.Preset)
	if err != nil {
		return Preset{}, err
	}
	if err := CheckAddress(c.URL); err != nil {
		return Preset{}, err
	}
	if _, err := ParseAllowed(c.OutboundAllow); err != nil {
		return Preset{}, err
	}
	if c.Theme != "" {
		if _, err := installed.Read(c.Theme); err != nil {
			return Preset{}, err
		}
	}
	return preset, nil
}

// CheckAddress refuses addresses that links can't begin with; "" is none.
func CheckAddress(address string) error {
	if address == "" {
		return nil
	}
	return site.CheckAddress(address)
}

// FallbackURL is the address of a site that was never given one.
func (c *Config) FallbackURL() string {
	if c.Listen == "" {
		return ""
	}
	return "http://" + c.Listen
}

// Shadow says before which old site this one stands.
type Shadow struct {
	// Old is the address that visitors know, Connect the host and port of its server, ""
	// for those of the address.
	Old     *url.URL
	Connect string
	// Serve are the paths whose routes are answered here once they have proved equal.
	Serve []shadow.Pattern
}

// ParseAllowed reads Config.OutboundAllow: addresses with ports, separated by commas.
func ParseAllowed(text string) ([]netip.AddrPort, error) {
	var list []netip.AddrPort
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		at, err := netip.ParseAddrPort(part)
		if err != nil || at.Port() == 0 {
			return nil, fmt.Errorf("QUOIN_OUTBOUND_ALLOW: %q is no address with a port, such as 10.0.0.5:3000", part)
		}
		list = append(list, netip.AddrPortFrom(at.Addr().Unmap(), at.Port()))
	}
	return list, nil
}

// Known are the extensions whose tables a site has.
func (c *Config) Known() []ext.Extension {
	if c.Extensions != nil {
		return append(slices.Clip(c.Extensions), c.More...)
	}
	return append(all.List(), c.More...)
}

// MigrationsOf are the migrations of the extensions that have tables.
func MigrationsOf(list []ext.Extension) map[string]fs.FS {
	files := map[string]fs.FS{}
	for _, x := range list {
		if x.Migrations != nil {
			files[x.ID] = x.Migrations
		}
	}
	return files
}

// MigrateAll brings the tables of extensions up to date.
func MigrateAll(ctx context.Context, db *store.DB, list []ext.Extension) error {
	for _, x := range list {
		if x.Migrations == nil {
			continue
		}
		if err := db.Migrate(ctx, x.ID, x.Migrations); err != nil {
			return fmt.Errorf("tables of the extension %s: %w", x.ID, err)
		}
	}
	return nil
}
