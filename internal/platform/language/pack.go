package language

import (
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Bounds of one file of a pack. The largest file of the field's packs has 6,000 texts in
// 600 KB.
const (
	MaxFile  = 8 << 20 // bytes
	maxTexts = 50_000
	maxText  = 64 << 10 // bytes of one text with its forms
)

// ErrNoPack says that a file has none of the forms of a pack, or that its name doesn't tell
// which language it is in.
var ErrNoPack = errors.New("the file is no language pack")

// Pack has the texts of one file.
type Pack struct {
	// Locale is the language, such as de_DE, and Domain what the texts belong to: "" for
	// the core, or the name of a theme or extension.
	Locale, Domain string
	// Texts are the forms of each text: one, or as many as Plural tells apart.
	Texts  map[Key][]string
	Plural *Plural // nil for the rule of English
}

var fileName = regexp.MustCompile(`^(?:([a-z0-9][a-z0-9-]{0,80})-)?([a-z]{2,3}(?:_[A-Z]{2})?(?:_[a-z0-9]{1,12})?)(?:-[0-9a-f]{32})?\.(mo|po|l10n\.php|json)$`)

// coreDomains are what the reference calls the parts of its own texts.
func coreDomain(name string) bool {
	switch name {
	case "", "default", "admin", "admin-network", "continents-cities":
		return true
	}
	return false
}

// NameOf tells the locale and domain that the name of a pack's file says, and its form: mo,
// po, l10n.php or json.
func NameOf(file string) (locale, domain, form string, ok bool) {
	m := fileName.FindStringSubmatch(path.Base(file))
	if m == nil {
		return "", "", "", false
	}
	if domain = m[1]; coreDomain(domain) {
		domain = ""
	}
	return m[2], domain, m[3], true
}

// ReadFrom is Read of a file that is open, of which it takes no more than it may have.
func ReadFrom(name string, in io.Reader) (*Pack, error) {
	data, err := io.ReadAll(io.LimitReader(in, MaxFile+1))
	if err != nil {
		return nil, err
	}
	return Read(name, data)
}

// Read reads a file of a pack. Its name tells form, locale and domain. The errors are
// ErrNoPack, with the reason.
func Read(name string, data []byte) (*Pack, error) {
	locale, domain, form, ok := NameOf(name)
	if !ok {
		return nil, fmt.Errorf("%w: %s isn't named like de_DE.mo or theme-de_DE.po", ErrNoPack, path.Base(name))
	}
	if len(data) > MaxFile {
		return nil, fmt.Errorf("%w: %s is larger than %d MB", ErrNoPack, path.Base(name), MaxFile>>20)
	}
	p := &Pack{Locale: locale, Domain: domain, Texts: map[Key][]string{}}
	read := map[string]func(*Pack, []byte) error{"mo": readMO, "po": readPO, "l10n.php": readPHP, "json": readJSON}[form]
	if err := read(p, data); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrNoPack, path.Base(name), err)
	}
	if len(p.Texts) == 0 {
		return nil, fmt.Errorf("%w: %s has no texts", ErrNoPack, path.Base(name))
	}
	return p, nil
}

// add takes a message with its forms. Untranslated ones are left out.
func (p *Pack) add(id string, forms []string) error {
	size := len(id)
	for _, form := range forms {
		size += len(form)
		if !utf8.ValidString(form) {
			return errors.New("a text isn't UTF-8")
		}
	}
	switch {
	case size > maxText:
		return fmt.Errorf("a text is longer than %d KB", maxText>>10)
	case len(p.Texts) >= maxTexts:
		return fmt.Errorf("there are more than %d texts", maxTexts)
	case len(forms) == 0 || forms[0] == "":
		return nil
	case !strings.ContainsAny(id, "<>") && strings.ContainsAny(strings.Join(forms, ""), "<>"):
		return nil // pages print texts without markup as they are
	}
	p.Texts[KeyOf("", id)] = forms
	return nil
}

// header takes the lines of a pack's header, as mail has them.
func (p *Pack) header(text string) error {
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(line, ":")
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "plural-forms":
			return p.rule(value)
		case "content-type":
			if lower := strings.ToLower(value); strings.Contains(lower, "charset=") && !strings.Contains(lower, "utf-8") && !strings.Contains(lower, "charset=charset") {
				return fmt.Errorf("the texts aren't UTF-8 but %.60q", strings.TrimSpace(value))
			}
		}
	}
	return nil
}

// rule takes what a header says of plural forms.
func (p *Pack) rule(text string) (err error) {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	p.Plural, err = ReadPlural(text)
	return err
}
