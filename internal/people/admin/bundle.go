package admin

import (
	"embed"
	"encoding/json"
	"net/http"
	"path"
	"slices"
	"strings"

	"quoin/internal/platform/access"
)

//go:embed dist
var dist embed.FS

// AssetsPath is where the files of the bundle are: below it the start of their digest,
// then their name.
const AssetsPath = "/assets/admin/"

// licencesName is the file that tells of what is bundled.
const licencesName = "licences.txt"

// bundle is what "make admin" made. It is only read.
type bundle struct {
	Files   map[string]bundled `json:"files"`
	Screens []Screen           `json:"screens"`
	// Editors are the extensions that add to the editor, each by a script.
	Editors []string `json:"editors"`
}

type bundled struct {
	Digest string `json:"digest"`
	Size   int    `json:"size"`
	// Lazy files are loaded by scripts, when they need them.
	Lazy bool `json:"lazy"`
}

// Screen is a page of our own, as the screen.json of its folder says: one in
// web/admin/src/screens, or the folder screen of an extension. A folder may have several.
type Screen struct {
	// Name is that of the folder.
	Name string `json:"name"`
	// Extension is whose it is; "" for those of the core. It is there while that is on.
	Extension string `json:"extension"`
	// Path is the page's name below /wp-admin/, such as "users.php" or "admin.php?page=x".
	Path  string `json:"path"`
	Title string `json:"title"`
	// Menu is what it is called in the navigation, "" for its title.
	Menu string `json:"menu"`
	// In is the path of the screen below which it stands in the navigation; "" for the one
	// that its own path names before a "?", else for none.
	In string `json:"in"`
	// Capability is what whoever opens it must have.
	Capability access.Capability `json:"capability"`
	// Asks are capabilities of which it is told whether the person has them.
	Asks []access.Capability `json:"asks"`
	// Options are the options of the site that it shows and changes.
	Options []string `json:"options"`
	// Add is the path of the screen on which what it lists is made; "" for none.
	Add string `json:"add"`
	// Defines tells that it changes definitions of types and fields; it is there where
	// requests may.
	Defines bool `json:"defines"`
	// Order is the place in the navigation; 0 leaves it out there.
	Order int `json:"order"`
}

// readBundle is the bundle that is built in, nil for none.
func readBundle() *bundle {
	text, err := dist.ReadFile("dist/manifest.json")
	if err != nil {
		return nil
	}
	b := &bundle{}
	if json.Unmarshal(text, b) != nil || b.Files["packages.js"].Digest == "" || b.Files[licencesName].Digest == "" {
		return nil
	}
	return b
}

// Built tells whether the program has the bundle, and so editors and screens.
func Built() bool { return readBundle() != nil }

// digits are how many of a digest stand in an address.
const digits = 16

// address is where browsers get a file of the bundle.
func (b *bundle) address(base, name string) string {
	return base + AssetsPath + b.Files[name].Digest[:digits] + "/" + name
}

// lazy are the addresses of files that scripts load when they need them, by name.
func (b *bundle) lazy(base string) map[string]string {
	all := map[string]string{}
	for name, f := range b.Files {
		if f.Lazy {
			all[name] = b.address(base, name)
		}
	}
	return all
}

// serveFile serves a file of the bundle, packed as it lies there to browsers that take it so.
func (b *bundle) serveFile(w http.ResponseWriter, r *http.Request) {
	digest, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, AssetsPath), "/")
	f, ok := b.Files[name]
	if !ok || !strings.HasPrefix(f.Digest, digest) || len(digest) != digits {
		http.NotFound(w, r)
		return
	}
	packed, err := dist.ReadFile("dist/" + name + ".br")
	if err != nil {
		http.NotFound(w, r)
		return
	}
	writePacked(w, r, path.Ext(name), "public, max-age=31536000, immutable", packed, f.Size)
}

// acceptsBrotli tells whether a client takes what is packed by Brotli.
func acceptsBrotli(header string) bool {
	for coding := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(coding, ";")
		if strings.TrimSpace(name) == "br" {
			weight = strings.ReplaceAll(weight, " ", "")
			return strings.Trim(strings.TrimPrefix(weight, "q="), "0.") != "" || weight == ""
		}
	}
	return false
}

// screen is the one at a path below /wp-admin/.
func (b *bundle) screen(path string) (Screen, bool) {
	i := slices.IndexFunc(b.Screens, func(s Screen) bool { return s.Path == path })
	if i < 0 {
		return Screen{}, false
	}
	return b.Screens[i], true
}
