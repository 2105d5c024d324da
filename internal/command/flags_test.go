package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWrongValues gives flags what they can't have. Each is refused as misuse, in one
// line that names the flag and says what it takes, before a site is looked for or made.
func TestWrongValues(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const url = "the address of a site begins with http:// or https:// and a host, "
	for args, want := range map[string]string{
		"serve --preset nope":                       `--preset: there is no preset "nope"; there are `,
		"serve --preset=":                           `--preset: there is no preset ""; there are `,
		"routes --preset nope":                      `--preset: there is no preset "nope"; there are `,
		"extension list --preset nope":              `--preset: there is no preset "nope"; there are `,
		"serve --url ftp://x":                       "--url: " + url + `"ftp://x" doesn't`,
		"serve --url foo":                           "--url: " + url + `"foo" doesn't`,
		"serve --url http://":                       "--url: " + url,
		"preview 1 --url foo":                       "--url: " + url,
		"doctor --url foo":                          "--url: " + url,
		"serve --listen foo":                        `--listen wants HOST:PORT such as 127.0.0.1:8080, not "foo"`,
		"serve --listen=":                           "--listen wants HOST:PORT",
		"serve --listen 127.0.0.1:99999":            "--listen wants HOST:PORT",
		"serve --listen 127.0.0.1:-1":               "--listen wants HOST:PORT",
		"serve --listen ::1:80":                     "--listen wants HOST:PORT",
		"serve --metrics-listen 9090":               "--metrics-listen wants HOST:PORT",
		"serve --debug-listen x":                    "--debug-listen wants HOST:PORT",
		"serve --redirect-listen 80":                "--redirect-listen wants HOST:PORT",
		"serve --redirect-listen :80":               "--redirect-listen belongs to --domain or --tls-cert",
		"serve --purge-url ftp://x":                 `--purge-url wants an address that begins with http:// or https:// and a host, not "ftp://x"`,
		"serve --purge-url nope":                    "--purge-url wants an address",
		"serve --theme missing":                     "--theme: theme folder missing: no such file or directory",
		"serve --audit-for -1h":                     `--audit-for wants a time such as 90s, 10m or 1h, 1h or more, not "-1h"`,
		"serve --audit-for 0":                       "--audit-for wants a time",
		"serve --audit-for 90":                      "--audit-for wants a time",
		"serve --backup-keep 0":                     `--backup-keep wants a number of backups, 1 or more, not "0"`,
		"serve --backup-keep -5":                    "--backup-keep wants a number",
		"serve --database-connections 9":            `--database-connections wants a number of connections, 10 or more, not "9"`,
		"serve --database-connections 20":           "--database-connections is for PostgreSQL: set QUOIN_DATABASE_URL",
		"serve --rate-limit -1":                     `--rate-limit wants a number of requests a second, 0 or more, not "-1"`,
		"serve --rate-limit NaN":                    "--rate-limit wants a number",
		"serve --rate-limit x":                      "--rate-limit wants a number",
		"serve --slow-statement -1s":                "--slow-statement wants a time",
		"serve --log-format xml":                    "--log-format wants text or json",
		"serve --tls-cert none --tls-key none":      "--tls-cert: none can't be read: no such file or directory",
		"serve --domain example":                    "--domain wants a domain",
		"serve --domain example.org,":               "--domain wants a domain",
		"serve --domain 192.0.2.1":                  "--domain wants a domain",
		"serve --domain a..example":                 "--domain wants a domain",
		"serve --domain you@example.org":            "--domain wants a domain",
		"serve --acme-email x --domain example.org": `--acme-email wants an e-mail address, not "x"`,
		"serve --acme-email a@example.org":          "--acme-email belongs to --domain",
		"serve --acme-directory x":                  "--acme-directory wants an address",
		"serve --acme-ca none":                      "--acme-ca: none can't be read",
		"doctor --tls-cert none":                    "--tls-cert: none can't be read",
		"doctor --mend=files --stray-files none":    "--stray-files: none can't be read",
		"doctor --mend=all":                         "--mend wants nothing, or =files",
		"audit --since -1h":                         "--since wants a time",
		"audit --since yesterday":                   "--since wants a time",
		"audit --from nowhere":                      `--from wants an address such as 203.0.113.7, not "nowhere"`,
		"audit --action nothing":                    `--action: there is no action "nothing"; there are `,
		"audit --lines 0":                           "--lines wants a number of lines",
		"user create ann --email x":                 `--email wants an e-mail address, not "x"`,
		"user create ann --email a@b.org --role x":  `--role: there is no role "x"; there are `,
		"user create a/b --email a@b.org":           `the log-in name "a/b" has characters that names can't have`,
		"backup b.zip --media ftp://x":              `--media: unknown kind "ftp", want s3 or file`,
		"restore b.zip --media x":                   "--media: unknown kind",
		"media move --to file://host/x":             `--to: want "file:///folder"`,
		"media move --from nothing --to file:///x":  "--from: unknown kind",
		"import wxr x.xml --uploads none":           "--uploads: the folder none can't be read",
		"preview 1 --for abc":                       `--for wants a time such as 90s, 10m or 1h, from 1m to 720h, not "abc"`,
		"preview 1 --for 1s":                        `--for wants a time such as 90s, 10m or 1h, from 1m to 720h, not "1s"`,
		"preview 1 --for 721h":                      "--for wants a time such as",
		"webhook add ftp://x":                       `URL wants an address that begins with http:// or https:// and a host, not "ftp://x"`,
		"webhook add http://":                       "URL wants an address",
		"webhook remove abc":                        `ID wants a number, 1 or more, not "abc"`,
		"webhook enable 0":                          "ID wants a number",
		"webhook disable x":                         "ID wants a number",
		"webhook deliveries x":                      "ID wants a number",
		"webhook test x":                            "ID wants a number",
		"webhook redeliver x":                       "DELIVERY wants a number",
		"webhook add http://x/ --audience all":      `--audience: there is no audience "all"; there are readers, editors`,
		"webhook add http://x/ --events exploded":   `--events: there is no event "exploded"; there are `,
		"webhook deliveries 1 --limit 0":            `--limit wants a number, 1 or more, not "0"`,
		"analytics popular --days -1":               "--days wants a number, 1 or more",
		"analytics popular --limit x":               "--limit wants a number, 1 or more",
	} {
		words := strings.Fields(args)
		site := filepath.Join(dir, "none")
		var out, errs bytes.Buffer
		code := run(t.Context(), append(words, "--data", site), &out, &errs)
		text, line := strings.CutSuffix(errs.String(), "\n")
		if code != 2 || !line || strings.Contains(text, "\n") || !strings.HasPrefix(text, "quoin: "+want) || !strings.Contains(text, " (see quoin "+words[0]) || out.Len() > 0 {
			t.Errorf("%s\n got %d %s\nwant 2 %s", args, code, errs.String(), want)
		}
		if _, err := os.Stat(site); !os.IsNotExist(err) {
			t.Fatalf("%s made a folder", args)
		}
	}
}
