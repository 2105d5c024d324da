package live

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"quoin/internal/platform/language"
)

var localeName = regexp.MustCompile(`^[a-z]{2,3}(_[A-Z]{2})?(_[a-z0-9]{1,12})?$`)

// packsOfCore are how names of the files begin that have the texts of the reference itself.
var packsOfCore = []string{"", "admin-", "admin-network-", "continents-cities-"}

// readLanguages keeps the language packs of the language that the old site is shown in, as far as
// every visitor may read their files.
func (r design) readLanguages(ctx context.Context) error {
	locale := r.locale()
	if r.Languages == "" || locale == language.English || !localeName.MatchString(locale) {
		return nil
	}
	themes, err := r.array(ctx, activeThemes)
	if err != nil || len(themes) == 0 {
		return err
	}
	content, _, ok := strings.Cut(themes[0].Text("stylesheet_uri"), "/themes/")
	if !ok {
		return nil
	}
	names := slices.Clone(packsOfCore)
	plugins, err := r.array(ctx, "/wp/v2/plugins?status=active")
	if err != nil {
		return err
	}
	for _, p := range plugins {
		if domain := p.Text("textdomain"); filepath.IsLocal(domain) && !strings.ContainsAny(domain, `/\`) && len(names) < 100 {
			names = append(names, "plugins/"+domain+"-")
		}
	}
	if name := themes[0].Text("stylesheet"); filepath.IsLocal(name) && !strings.ContainsAny(name, `/\`) {
		names = append(names, "themes/"+name+"-")
	}
	kept := 0
	for _, name := range names {
		name += locale + ".mo"
		body, ok, err := r.public(ctx, content+"/languages/"+name)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		file := filepath.Join(r.Languages, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(file, body, 0o600); err != nil {
			return err
		}
		kept++
	}
	if kept == 0 {
		r.warn("no visitor may read the language pack %s of the old site: install one with quoin language install", locale)
	}
	r.took("language packs", kept)
	return nil
}
