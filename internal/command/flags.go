package command

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"net"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/net/idna"

	"quoin/internal/app"
	"quoin/internal/app/config"
	"quoin/internal/domain/theme/installed"
	"quoin/internal/platform/blob/all"
	"quoin/internal/platform/markup/clean"
)

// wanting is the value of a flag that says itself what it takes.
type wanting interface{ want() string }

// number is the value of a flag that takes a whole number from a least one on.
type number struct {
	to    *int64
	least int64
	unit  string // "bytes"
}

func numberFlag(cmd *cobra.Command, to *int64, name string, least, fallback int64, unit, usage string) {
	*to = fallback
	cmd.Flags().Var(&number{to, least, unit}, name, usage)
}

func (n *number) want() string {
	if n.unit == "" {
		return fmt.Sprintf("a number, %d or more", n.least)
	}
	return fmt.Sprintf("a number of %s, %d or more", n.unit, n.least)
}

// String implements pflag.Value, as do Type and Set.
func (n *number) String() string { return strconv.FormatInt(*n.to, 10) }

// Type is what help shows in place of the value.
func (n *number) Type() string { return cmp.Or(n.unit, "number") }

// Set takes the value.
func (n *number) Set(text string) error {
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil || v < n.least {
		return errors.New("want " + n.want())
	}
	*n.to = v
	return nil
}

// period is the value of a flag that takes a time from a least one on.
type period struct {
	to          *time.Duration
	least, most time.Duration // a most of 0 is none
}

func periodFlag(cmd *cobra.Command, to *time.Duration, name string, least, fallback time.Duration, usage string) {
	periodUpTo(cmd, to, name, least, 0, fallback, usage)
}

func periodUpTo(cmd *cobra.Command, to *time.Duration, name string, least, most, fallback time.Duration, usage string) {
	*to = fallback
	cmd.Flags().Var(&period{to, least, most}, name, usage)
}

func (p *period) want() string {
	if p.most > 0 {
		return fmt.Sprintf("a time such as 90s, 10m or 1h, from %s to %s", short(p.least), short(p.most))
	}
	return fmt.Sprintf("a time such as 90s, 10m or 1h, %s or more", short(p.least))
}

// short prints a time without the parts of it that are 0.
func short(d time.Duration) string {
	if d == 0 {
		return "0"
	}
	text := d.String()
	for _, rest := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, rest) {
			text = text[:len(text)-2]
		}
	}
	return text
}

// String implements pflag.Value, as do Type and Set.
func (p *period) String() string { return short(*p.to) }

// Type is what help shows in place of the value.
func (p *period) Type() string { return "duration" }

// Set takes the value.
func (p *period) Set(text string) error {
	v, err := time.ParseDuration(text)
	if err != nil || v < p.least || p.most > 0 && v > p.most {
		return errors.New("want " + p.want())
	}
	*p.to = v
	return nil
}

// checked is the value of a flag that takes texts which a check lets pass. It
// isn't asked about the value that the flag has when it isn't given.
type checked struct {
	to    *string
	check func(string) error
}

func checkedFlag(cmd *cobra.Command, to *string, name, fallback, usage string, check func(string) error) {
	*to = fallback
	cmd.Flags().Var(&checked{to, check}, name, usage)
}

// String implements pflag.Value, as do Type and Set.
func (c *checked) String() string { return *c.to }

// Type is what help shows in place of the value.
func (c *checked) Type() string { return "string" }

// Set takes the value.
func (c *checked) Set(text string) error {
	if err := c.check(text); err != nil {
		return err
	}
	*c.to = text
	return nil
}

// orNone lets a flag be given empty, for nothing.
func orNone(check func(string) error) func(string) error {
	return func(text string) error {
		if text == "" {
			return nil
		}
		return check(text)
	}
}

// oneOf lets some names pass; what is what they name.
func oneOf(what string, names []string) func(string) error {
	return func(text string) error {
		if slices.Contains(names, text) {
			return nil
		}
		return fmt.Errorf("there is no %s %q; there are %s", what, text, strings.Join(names, ", "))
	}
}

// presetFlag is the flag of commands that look at what is served.
func presetFlag(cmd *cobra.Command, c *app.Config, usage string) {
	names := config.PresetNames()
	checkedFlag(cmd, &c.Preset, "preset", "full", usage+": "+strings.Join(names, ", "), oneOf("preset", names))
}

// urlFlag is the flag of commands that need the address of the site.
func urlFlag(cmd *cobra.Command, c *app.Config, usage string) {
	checkedFlag(cmd, &c.URL, "url", "", usage, config.CheckAddress)
}

// listenable lets addresses pass that one can listen on.
func listenable(text string) error {
	_, port, err := net.SplitHostPort(text)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return fmt.Errorf("wants HOST:PORT such as 127.0.0.1:8080, not %q", text)
	}
	return nil
}

// webAddress lets pass what can be asked by http.
func webAddress(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return fmt.Errorf("wants an address that begins with http:// or https:// and a host, not %q", text)
	}
	return nil
}

// domains lets names of hosts pass that have certificates, with commas between.
func domains(text string) error {
	for name := range strings.SplitSeq(text, ",") {
		_, number := netip.ParseAddr(name)
		_, err := idna.Registration.ToASCII(name)
		if err != nil || number == nil || !strings.Contains(name, ".") || strings.ContainsAny(name, " /:*@") || strings.Contains("."+name+".", "..") {
			return fmt.Errorf("wants a domain such as example.org, not %q", name)
		}
	}
	return nil
}

// readable lets files pass that can be read.
func readable(path string) error {
	f, err := os.Open(path) // #nosec G304 -- the operator names the file
	if err != nil {
		return fmt.Errorf("%s can't be read: %w", path, reason(err))
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a folder", path)
	}
	return nil
}

// rate is the value of a flag that takes requests a second.
type rate struct{ to *float64 }

func (r *rate) want() string { return "a number of requests a second, 0 or more" }

// String implements pflag.Value, as do Type and Set.
func (r *rate) String() string { return strconv.FormatFloat(*r.to, 'g', -1, 64) }

// Type is what help shows in place of the value.
func (r *rate) Type() string { return "float" }

// Set takes the value.
func (r *rate) Set(text string) error {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v < 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return errors.New("want " + r.want())
	}
	*r.to = v
	return nil
}

// placeFlag is a flag with the address of a store of files.
func placeFlag(cmd *cobra.Command, to *string, name, usage string) {
	checkedFlag(cmd, to, name, "", usage, orNone(all.Check))
}

// usableTheme lets folders of themes pass.
func usableTheme(folder string) error {
	_, err := installed.Read(folder)
	return err
}

// emailAddress lets e-mail addresses pass.
func emailAddress(text string) error {
	if !clean.IsEmail(text) {
		return fmt.Errorf("wants an e-mail address, not %q", text)
	}
	return nil
}

// numericAddress lets addresses of clients pass.
func numericAddress(text string) error {
	if _, err := netip.ParseAddr(text); err != nil {
		return fmt.Errorf("wants an address such as 203.0.113.7, not %q", text)
	}
	return nil
}
