package command

import (
	"fmt"
	"os"
	"strings"

	"quoin/internal/app"
)

// variable is an environment variable that sets something of a site. Addresses with
// passwords come this way, since everybody on a machine can read flags.
type variable struct {
	name, usage string
	to          func(c *app.Config) *string // nil for those that others read
}

// variables are all of them, in the order in which they are shown.
func variables() []variable {
	return []variable{
		{"QUOIN_DATABASE_URL", "PostgreSQL database, postgres://USER:PASSWORD@HOST/DATABASE; without it a SQLite file in --data", func(c *app.Config) *string { return &c.DatabaseURL }},
		{"QUOIN_DATABASE_LISTEN_URL", "the PostgreSQL server itself, if QUOIN_DATABASE_URL is a connection pooler such as PgBouncer", func(c *app.Config) *string { return &c.DatabaseListenURL }},
		{"QUOIN_DATABASE_READ_URL", "read replica of that database near this node", func(c *app.Config) *string { return &c.DatabaseReadURL }},
		{"QUOIN_MEDIA_URL", "storage of uploaded files, s3://BUCKET?endpoint=https://... or file:///FOLDER; without it the folder uploads in --data", func(c *app.Config) *string { return &c.MediaURL }},
		{"QUOIN_MAIL_URL", "mail server, smtp://USER:PASSWORD@HOST:587?from=ADDRESS or smtps://...; without it mails are written to the log", func(c *app.Config) *string { return &c.MailURL }},
		{"QUOIN_ADMIN_PASSWORD", "password of admin on a new site; without it one is generated and printed once", nil},
		{"QUOIN_UPGRADE_BACKUP", "folder for the copies of the database before upgrades, or off", func(c *app.Config) *string { return &c.UpgradeBackup }},
		{"QUOIN_PURGE_URL", "the same as --purge-url, also for other commands", func(c *app.Config) *string { return &c.PurgeURL }},
		{"QUOIN_OUTBOUND_ALLOW", "private addresses that webhooks and previews may call, such as 10.0.0.5:3000; several with commas", func(c *app.Config) *string { return &c.OutboundAllow }},
		{"AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION", "credentials and region of the bucket, if QUOIN_MEDIA_URL has none", nil},
	}
}

// fromEnvironment sets what the environment says of a site.
func fromEnvironment(c *app.Config) {
	for _, v := range variables() {
		if v.to != nil {
			*v.to(c) = os.Getenv(v.name)
		}
	}
}

// environmentHelp is the list of variables as help shows it.
func environmentHelp() string {
	var b strings.Builder
	b.WriteString("Environment variables:")
	for _, v := range variables() {
		fmt.Fprintf(&b, "\n  %s\n        %s", v.name, v.usage)
	}
	return b.String()
}
