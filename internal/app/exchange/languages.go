package exchange

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"quoin/internal/domain/site"
	"quoin/internal/platform/language"
)

// packFolders are where the reference keeps language packs, below its folder wp-content.
var packFolders = []string{"languages", "languages/plugins", "languages/themes"}

// maxPacks bounds how many files of packs one site brings.
const maxPacks = 2000

// bringLanguages installs the language packs of an old site: what was translated there is here.
// Languages that are installed already stay as they are.
func (x *Exchange) bringLanguages(ctx context.Context, content fs.FS) (notes []string, err error) {
	packs := map[string]*language.Pack{}
	read := 0
	for _, folder := range packFolders {
		files, err := fs.ReadDir(content, folder)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("language packs of the old site: %w", err)
		}
		for _, f := range files {
			locale, _, _, ok := language.NameOf(f.Name())
			if !ok || !f.Type().IsRegular() || read == maxPacks || x.Env.Site.HasLanguage(ctx, locale) {
				continue
			}
			read++
			p, err := readPack(content, path.Join(folder, f.Name()))
			if err != nil {
				notes = append(notes, fmt.Sprintf("a language pack of the old site is left out: %v", err))
				continue
			}
			packs[f.Name()] = p
		}
	}
	if len(packs) == 0 {
		return notes, nil
	}
	return notes, site.Languages{Site: x.Env.Site, Transact: x.DB.InTx}.Install(ctx, packs)
}

// readPack reads one file of a pack.
func readPack(content fs.FS, name string) (*language.Pack, error) {
	f, err := content.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return language.ReadFrom(name, f)
}
