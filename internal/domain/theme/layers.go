package theme

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"quoin/internal/platform/wire"
)

// Base is what the theme gives a site before its users change anything: the
// defaults, what block types bring, and the theme's own document on top.
func (t *Theme) Base() *Data { return t.base }

// Blocks are the block types with the style variations that the theme adds.
func (t *Theme) Blocks() *Blocks { return t.base.blocks }

// Document is theme.json as it was read.
func (t *Theme) Document() *wire.Object { return t.document }

// User makes the layer of what users changed; doc may be nil.
func (t *Theme) User(doc *wire.Object) *Data { return NewData(doc, OriginUser, t.base.blocks) }

// Merged is what the site looks like: Base with the users' changes on top.
func (t *Theme) Merged(user *wire.Object) *Data {
	if user == nil {
		return t.base
	}
	return t.base.Merge(t.User(user))
}

// Variations are the theme's style variations in the order of their file
// names, each {version, title, settings, styles} with its presets filed under
// "theme".
func (t *Theme) Variations() []*wire.Object { return slices.Clone(t.variations) }

// userMark is the member that tells stored user styles from other JSON.
const userMark = "isGlobalStylesUserThemeJSON"

// UserDocument is the document to store for user styles. A nil part is left
// out.
func UserDocument(styles, settings *wire.Object) *wire.Object {
	doc := &wire.Object{}
	if styles != nil {
		doc.Set("styles", styles)
	}
	if settings != nil {
		doc.Set("settings", settings)
	}
	doc.Set(userMark, true)
	doc.Set("version", int64(LatestVersion))
	return doc
}

// ParseUserDocument reads stored user styles. JSON without their mark, an
// empty text too, yields nil: nothing was changed.
func ParseUserDocument(content string) (*wire.Object, error) {
	if strings.TrimSpace(content) == "" {
		return nil, nil
	}
	v, err := wire.Decode([]byte(content))
	if err != nil {
		return nil, fmt.Errorf("read user styles: %w", err)
	}
	doc, _ := v.(*wire.Object)
	if empty(doc.Get(userMark)) {
		return nil, nil
	}
	return doc, nil
}

// FileRef is a file of the theme that a document points to.
type FileRef struct {
	// Name is the reference as it is written, "file:./assets/a.png".
	Name string
	// Path is the file's path inside the theme.
	Path string
	// Target is where in the document it stands, with dots.
	Target string
	// Type is the media type by the file's ending, "" when unknown.
	Type string
}

// FileRefs are the background images of a document that lie in the theme.
func (d *Data) FileRefs() []FileRef {
	var out []FileRef
	add := func(node any, target string) {
		name := text(node, "background", "backgroundImage", "url")
		file, ok := strings.CutPrefix(name, "file:./")
		if ok {
			out = append(out, FileRef{Name: name, Path: file, Target: target + ".background.backgroundImage.url", Type: mediaType(file)})
		}
	}
	styles := d.Styles()
	add(styles, "styles")
	for _, m := range styles.Object("blocks").Members() {
		add(m.Value, "styles.blocks."+m.Key)
	}
	return out
}

// WithFileURLs replaces references to files of the theme by addresses below
// base, the address of the theme's folder.
func (d *Data) WithFileURLs(base string) *Data {
	refs := d.FileRefs()
	if len(refs) == 0 {
		return d
	}
	root := d.root.Clone()
	for _, r := range refs {
		at := []string{"styles", "background", "backgroundImage", "url"}
		if block, ok := strings.CutPrefix(r.Target, "styles.blocks."); ok {
			block = strings.TrimSuffix(block, ".background.backgroundImage.url")
			at = append([]string{"styles", "blocks", block}, at[1:]...)
		}
		set(root, strings.TrimSuffix(base, "/")+"/"+r.Path, at...)
	}
	return &Data{root: root, blocks: d.blocks}
}

func mediaType(name string) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".avif":
		return "image/avif"
	case ".css":
		return "text/css"
	case ".gif":
		return "image/gif"
	case ".ico":
		return "image/x-icon"
	case ".jpg", ".jpeg":
		return "image/jpeg"
	case ".js", ".mjs":
		return "text/javascript"
	case ".otf":
		return "font/otf"
	case ".png":
		return "image/png"
	case ".svg":
		return "image/svg+xml"
	case ".ttf":
		return "font/ttf"
	case ".webp":
		return "image/webp"
	case ".woff":
		return "font/woff"
	case ".woff2":
		return "font/woff2"
	}
	return ""
}

// Files are the paths of all files of the theme.
func (t *Theme) Files() []string { return slices.Clone(t.files) }

// FS is the file system that the theme was read from.
func (t *Theme) FS() fs.FS { return t.fsys }

var errNoAsset = errors.New("not a file that the theme serves")

// Asset opens a file that visitors may fetch and tells its media type: style
// sheets, scripts, images and fonts that were there when the theme was loaded,
// in it or in its parent.
func (t *Theme) Asset(name string) (fs.File, string, error) {
	kind := mediaType(name)
	if kind != "" && t.Parent != nil && !slices.Contains(t.files, name) {
		return t.Parent.Asset(name)
	}
	if kind == "" || !slices.Contains(t.files, name) {
		return nil, "", fmt.Errorf("open %s of theme %q: %w", name, t.ID, errNoAsset)
	}
	file, err := t.fsys.Open(name)
	if err != nil {
		return nil, "", fmt.Errorf("open %s of theme %q: %w", name, t.ID, err)
	}
	return file, kind, nil
}
