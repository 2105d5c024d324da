package installed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"quoin/internal/domain/theme"
	"quoin/internal/platform/outbound"
)

// The bounds of what is fetched for one theme.
const (
	maxFetched      = 120
	maxFetchedBytes = 12 << 20
	maxSheetBytes   = 1 << 20
	maxFontBytes    = 4 << 20
	maxImports      = 2 // of a sheet within sheets
)

// fontPrograms is what a server is told that asks which kinds of fonts a program reads.
const fontPrograms = "Mozilla/5.0 (compatible; rv:128.0) Gecko/20100101 Firefox/128.0 Quoin"

// errFetched says that a theme asks for more than is fetched.
var errFetched = fmt.Errorf("the theme asks for more than %d files or %d MB of other hosts", maxFetched, maxFetchedBytes>>20)

// fetcher brings the style sheets and fonts of other hosts into the folder of a theme.
type fetcher struct {
	client *outbound.Client
	root   *os.Root
	// names are the files by their addresses, "" for those that couldn't be had.
	names map[string]string
	bytes int64
	tried int
	// Failed are the addresses that couldn't be had, with the reason.
	failed []string
}

// fetch brings what a theme in a folder asks other hosts for: the sheets that its code names,
// those that its own sheets import, and fonts of sheets and of theme.json. The sheets of the
// folder are changed to name the files.
func fetch(ctx context.Context, client *outbound.Client, dir string, t *theme.Theme) (failed []string, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	f := &fetcher{client: client, root: root, names: map[string]string{}}
	defer root.Close()
	sheets := map[string]string{}
	for _, address := range t.Registered.Elsewhere {
		name, err := f.sheet(ctx, address)
		if err != nil {
			return nil, err
		}
		if name != "" {
			sheets[address] = name
		}
	}
	err = fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || !d.Type().IsRegular() || strings.HasPrefix(name, theme.FetchedFolder+"/"):
			return err
		case path.Ext(name) == ".css":
			return f.change(name, func(text string) (string, error) { return f.css(ctx, text, "", name, 0) })
		case name == "theme.json" || path.Ext(name) == ".json" && strings.HasPrefix(name, "styles/"):
			return f.change(name, func(text string) (string, error) { return f.document(ctx, text) })
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(sheets) > 0 {
		list, err := json.MarshalIndent(sheets, "", "\t")
		if err == nil {
			err = f.write(theme.FetchedList, list)
		}
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(f.failed)
	return f.failed, nil
}

// change changes a file of the theme where there is something to change.
func (f *fetcher) change(name string, to func(text string) (string, error)) error {
	text, err := f.root.ReadFile(name)
	if err != nil || len(text) > maxSheetBytes || !strings.Contains(string(text), "//") {
		return err
	}
	changed, err := to(string(text))
	if err != nil || changed == string(text) {
		return err
	}
	return f.root.WriteFile(name, []byte(changed), 0o644)
}

func (f *fetcher) write(name string, data []byte) error {
	if err := f.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	return f.root.WriteFile(name, data, 0o644)
}

// get asks for an address within the bounds; nil for what can't be had.
func (f *fetcher) get(ctx context.Context, address string, limit int64) ([]byte, error) {
	if f.tried++; f.tried > maxFetched {
		return nil, errFetched
	}
	answer, err := f.client.Do(ctx, outbound.Request{URL: address, MaxBytes: limit, Header: map[string][]string{"User-Agent": {fontPrograms}}})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err == nil && answer.Status != 200:
		err = &outbound.StatusError{Status: answer.Status}
	}
	if err != nil {
		f.failed = append(f.failed, address+": "+err.Error())
		return nil, nil
	}
	if f.bytes += int64(len(answer.Body)); f.bytes > maxFetchedBytes {
		return nil, errFetched
	}
	return answer.Body, nil
}

// sheet brings a style sheet with its fonts; "" when it can't be had.
func (f *fetcher) sheet(ctx context.Context, address string) (string, error) {
	if name, known := f.names[address]; known {
		return name, nil
	}
	f.names[address] = ""
	text, err := f.get(ctx, address, maxSheetBytes)
	if err != nil || text == nil {
		return "", err
	}
	name := named(address, ".css")
	css, err := f.css(ctx, string(text), address, name, 0)
	if err == nil {
		err = f.write(name, []byte(css))
	}
	f.names[address] = name
	return name, err
}

// named is the file for an address.
func named(address, ending string) string {
	sum := sha256.Sum256([]byte(address))
	return theme.FetchedFolder + "/" + hex.EncodeToString(sum[:8]) + ending
}

var (
	imported   = regexp.MustCompile(`@import\s+(?:url\(\s*)?['"]?((?:https?:)?//[^'")\s;]+)['"]?\s*\)?\s*([^;{}]{0,200});`)
	addressOf  = regexp.MustCompile(`url\(\s*['"]?([^'")\s]+)['"]?\s*\)`)
	fontEnding = regexp.MustCompile(`(?i)\.(woff2?|ttf|otf)([?#]|$)`)
)

// css is a sheet with its imports in their places, whose fonts are files of the theme. from is
// the address that it comes from, "" for a sheet of the theme itself; in is the file that it
// stands in.
func (f *fetcher) css(ctx context.Context, text, from, in string, depth int) (string, error) {
	var b strings.Builder
	done := 0
	for _, at := range imported.FindAllStringSubmatchIndex(text, -1) {
		address := absolute(text[at[2]:at[3]], from)
		if depth >= maxImports || address == "" {
			continue
		}
		body, err := f.get(ctx, address, maxSheetBytes)
		if err != nil {
			return "", err
		}
		before, err := f.fonts(ctx, text[done:at[0]], from, in)
		if err != nil {
			return "", err
		}
		b.WriteString(before)
		done = at[1]
		if body == nil {
			if from == "" {
				b.WriteString(text[at[0]:at[1]])
			}
			continue
		}
		sheet, err := f.css(ctx, string(body), address, in, depth+1)
		if err != nil {
			return "", err
		}
		if media := strings.TrimSpace(text[at[4]:at[5]]); media != "" {
			sheet = "@media " + media + "{" + sheet + "}"
		}
		b.WriteString(sheet)
	}
	rest, err := f.fonts(ctx, text[done:], from, in)
	b.WriteString(rest)
	return b.String(), err
}

// fonts is a piece of a sheet whose fonts are files of the theme.
func (f *fetcher) fonts(ctx context.Context, text, from, in string) (string, error) {
	var failed error
	text = addressOf.ReplaceAllStringFunc(text, func(found string) string {
		address := absolute(addressOf.FindStringSubmatch(found)[1], from)
		if failed != nil || address == "" {
			return found
		}
		if from == "" && !fontEnding.MatchString(address) {
			return found // a picture, which the owner of the theme chose
		}
		name, err := f.font(ctx, address)
		if err != nil {
			failed = err
		}
		switch {
		case name != "":
			return "url(" + strings.Repeat("../", strings.Count(in, "/")) + name + ")"
		case from == "":
			return found
		}
		return "url(data:,)" // other hosts aren't asked by what is fetched
	})
	return text, failed
}

// absolute is an address of another host, "" for what is none.
func absolute(address, from string) string {
	u, err := url.Parse(strings.ReplaceAll(address, "&amp;", "&"))
	if err != nil {
		return ""
	}
	base := &url.URL{Scheme: "https"}
	if from != "" {
		if base, err = url.Parse(from); err != nil {
			return ""
		}
	}
	u = base.ResolveReference(u)
	if u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return ""
	}
	return u.String()
}

// kinds are how files of fonts begin.
var kinds = map[string]string{"wOF2": ".woff2", "wOFF": ".woff", "OTTO": ".otf", "true": ".ttf", "\x00\x01\x00\x00": ".ttf"}

// font brings a font; "" when it can't be had or is none.
func (f *fetcher) font(ctx context.Context, address string) (string, error) {
	if name, known := f.names[address]; known {
		return name, nil
	}
	f.names[address] = ""
	data, err := f.get(ctx, address, maxFontBytes)
	if err != nil || len(data) < 4 {
		return "", err
	}
	ending, ok := kinds[string(data[:4])]
	if !ok {
		f.failed = append(f.failed, address+": it is no font")
		return "", nil
	}
	name := named(address, ending)
	f.names[address] = name
	return name, f.write(name, data)
}

var quotedFont = regexp.MustCompile(`"((?:https?:)?//[^"\s\\]+)"`)

// document is a theme.json whose fonts are files of the theme.
func (f *fetcher) document(ctx context.Context, text string) (string, error) {
	var failed error
	text = quotedFont.ReplaceAllStringFunc(text, func(found string) string {
		address := absolute(quotedFont.FindStringSubmatch(found)[1], "")
		if failed != nil || !fontEnding.MatchString(address) {
			return found
		}
		name, err := f.font(ctx, address)
		if err != nil {
			failed = err
		}
		if name == "" {
			return found
		}
		return `"file:./` + name + `"`
	})
	return text, failed
}

// InstallFetching is Install with the style sheets and fonts that the theme asks other hosts
// for, which come into its folder. What couldn't be had is told; a theme that asks for too much
// isn't installed.
func (s *Themes) InstallFetching(ctx context.Context, from string, client *outbound.Client) (t *theme.Theme, failed []string, err error) {
	t, err = s.install(from, func(made string) error {
		loaded, err := s.loadAt(made)
		if err != nil {
			return err
		}
		failed, err = fetch(ctx, client, made, loaded)
		if err != nil {
			return errors.Join(fmt.Errorf("theme %s", filepath.Base(made)), err)
		}
		return nil
	})
	return t, failed, err
}
