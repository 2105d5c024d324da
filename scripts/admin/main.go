// Command admin bundles the admin of web/admin into internal/people/admin/dist, which the
// program embeds. It is a module of its own, so that the bundler stays out of the
// program's.
//
// It makes two passes: the packages as one script that leaves them in the global wp, and
// our screens, one script each, which take them from there, with what extensions add to the
// editor. Workers, which pages load when they need them, are a third. Each file is stored
// compressed, and manifest.json has the digests of what was read and written. A text of ours that
// isn't looked up in the catalogues of languages fails the run.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/evanw/esbuild/pkg/api"
)

// file is what the manifest says of an output.
type file struct {
	Digest string `json:"digest"`
	Size   int    `json:"size"`
	Wire   int    `json:"wire"`
	Lazy   bool   `json:"lazy,omitempty"` // loaded by scripts, when they need it
}

type manifest struct {
	Lock     string           `json:"lock"`
	Packages string           `json:"packages"` // what the first pass was made of
	Sources  string           `json:"sources"`
	Files    map[string]file  `json:"files"`
	Screens  []map[string]any `json:"screens"` // what each folder's screen.json says
	Editors  []string         `json:"editors"` // extensions that add to the editor
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "admin SOURCES OUTPUT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "admin:", err)
		os.Exit(1)
	}
}

func run(source, dist string) error {
	began := time.Now()
	source, err := filepath.Abs(source)
	if err != nil {
		return err
	}
	m := manifest{Files: map[string]file{}}
	if err := m.read(source); err != nil {
		return err
	}
	outputs := map[string][]byte{}
	if !m.keepPackages(source, dist) {
		made, err := build(packages(source))
		if err != nil {
			return err
		}
		workers, metafiles, err := workers(source)
		if err != nil {
			return err
		}
		maps.Copy(outputs, workers)
		for _, name := range []string{"admin.css", "admin-rtl.css"} { // the frames of contents have the theme's
			made.files[name] = bothSchemes(made.files[name])
		}
		maps.Copy(outputs, made.files)
		if outputs[licencesName], err = licences(source, append(metafiles, made.metafile)); err != nil {
			return err
		}
		if outputs[packagesSay], err = messages(source, made.metafile); err != nil {
			return err
		}
	}
	if err := untold(source); err != nil {
		return err
	}
	made, err := build(screens(source))
	if err != nil {
		return err
	}
	maps.Copy(outputs, made.files)
	if outputs[screensSay], err = messages(source, made.metafile); err != nil {
		return err
	}
	if err := m.write(dist, outputs); err != nil {
		return err
	}
	fmt.Printf("admin: bundled in %.1f s\n", time.Since(began).Seconds())
	return nil
}

// built is what one pass made: files by their names, and what they are made of.
type built struct {
	files    map[string][]byte
	metafile string
}

func build(pass api.BuildOptions) (built, error) {
	result := api.Build(pass)
	if len(result.Errors) > 0 {
		return built{}, fmt.Errorf("%s", strings.Join(api.FormatMessages(result.Errors, api.FormatMessagesOptions{}), ""))
	}
	b := built{map[string][]byte{}, result.Metafile}
	for _, o := range result.OutputFiles {
		b.files[filepath.Base(o.Path)] = o.Contents
	}
	return b, nil
}

// packages are the packages with the style sheets.
func packages(source string) api.BuildOptions {
	o := options(source)
	o.EntryPointsAdvanced = entries(source, "packages.js", "admin.css", "canvas.css")
	for _, name := range []string{"admin", "canvas"} {
		o.EntryPointsAdvanced = append(o.EntryPointsAdvanced, api.EntryPoint{InputPath: filepath.Join(source, "src", name+".css") + rightToLeft, OutputPath: name + "-rtl"})
	}
	o.Metafile = true // which packages went into it
	o.Plugins = []api.Plugin{leftOut(), defaults(), mirrored(), inScripts(), asReleased(), sandboxed(), framed()}
	return o
}

// screens are our scripts over the packages.
func screens(source string) api.BuildOptions {
	o := options(source)
	o.EntryPointsAdvanced = entries(source, "boot.jsx")
	for _, folder := range folders(source) {
		o.EntryPointsAdvanced = append(o.EntryPointsAdvanced, api.EntryPoint{InputPath: filepath.Join(folder.path, "index.jsx"), OutputPath: "screen-" + folder.name})
	}
	for _, extension := range editors(source) {
		o.EntryPointsAdvanced = append(o.EntryPointsAdvanced, api.EntryPoint{InputPath: filepath.Join(source, "..", "..", "internal", "ext", extension, "editor", "index.jsx"), OutputPath: "editor-" + extension})
	}
	o.Metafile = true // whose texts pages need
	o.Alias = map[string]string{"@quoin/parts": filepath.Join(source, "src", "parts")}
	o.Plugins = []api.Plugin{globals()}
	return o
}

// editors are the extensions that add to the editor, by a script in their folder editor.
func editors(source string) []string {
	all := []string{}
	found, _ := filepath.Glob(filepath.Join(source, "..", "..", "internal", "ext", "*", "editor", "index.jsx"))
	for _, path := range found {
		all = append(all, filepath.Base(filepath.Dir(filepath.Dir(path))))
	}
	return all
}

// folder is one of a screen. That of an extension is called like the extension.
type folder struct{ path, name, extension string }

// folders are those of our screens, and those that extensions have in their folders.
func folders(source string) []folder {
	var all []folder
	own, _ := filepath.Glob(filepath.Join(source, "src", "screens", "*", "screen.json"))
	for _, path := range own {
		dir := filepath.Dir(path)
		all = append(all, folder{dir, filepath.Base(dir), ""})
	}
	added, _ := filepath.Glob(filepath.Join(source, "..", "..", "internal", "ext", "*", "screen", "screen.json"))
	for _, path := range added {
		dir := filepath.Dir(path)
		extension := filepath.Base(filepath.Dir(dir))
		all = append(all, folder{dir, extension, extension})
	}
	return all
}

func options(source string) api.BuildOptions {
	return api.BuildOptions{
		AbsWorkingDir: source, Outdir: filepath.Join(source, "dist"), Bundle: true, Write: false,
		Format: api.FormatIIFE, Target: api.ES2022, Charset: api.CharsetUTF8, JSX: api.JSXAutomatic,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, LegalComments: api.LegalCommentsNone,
		Define: map[string]string{
			"process.env.NODE_ENV": `"production"`, "globalThis.SCRIPT_DEBUG": "false",
			"globalThis.IS_GUTENBERG_PLUGIN": "false", "globalThis.IS_WORDPRESS_CORE": "true",
		},
		Loader:   map[string]api.Loader{".svg": api.LoaderDataURL, ".png": api.LoaderDataURL, ".gif": api.LoaderDataURL},
		LogLevel: api.LogLevelError,
	}
}

func entries(source string, names ...string) []api.EntryPoint {
	var all []api.EntryPoint
	for _, name := range names {
		all = append(all, api.EntryPoint{InputPath: filepath.Join(source, "src", name), OutputPath: strings.TrimSuffix(name, filepath.Ext(name))})
	}
	return all
}

// leftOut keeps out what is large and replaced: images and videos are converted by the
// server, or not at all.
func leftOut() api.Plugin {
	return nothing(`^(@wordpress/vips(/.*)?|mediabunny|@wordpress/video-conversion(/.*)?)$`)
}

// rightToLeft marks an entry whose style sheets are those for pages from right to left.
const rightToLeft = "?rtl"

// mirrored takes the mirrored style sheets of packages for pages from right to left.
func mirrored() api.Plugin {
	named := regexp.MustCompile(`/build-style/([\w-]+)\.css"`)
	return api.Plugin{Name: "mirrored", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `\.css\?rtl$`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: strings.TrimSuffix(a.Path, rightToLeft), Namespace: "mirrored"}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: "mirrored"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			text, err := os.ReadFile(a.Path)
			contents := named.ReplaceAllString(string(text), `/build-style/$1-rtl.css"`)
			return api.OnLoadResult{Contents: &contents, Loader: api.LoaderCSS, ResolveDir: filepath.Dir(a.Path)}, err
		})
	}}
}

// defaults gives modules of the packages what an older module exports as its default. To a
// module as Node reads it the whole of the older one is the default, which would be shown
// as a component.
func defaults() api.Plugin {
	return api.Plugin{Name: "defaults", Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: `react-autosize-textarea[/\\]lib[/\\]index\.js$`}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			text, err := os.ReadFile(a.Path)
			contents := string(text) + "\nmodule.exports = exports.default;\n"
			return api.OnLoadResult{Contents: &contents, Loader: api.LoaderJS, ResolveDir: filepath.Dir(a.Path)}, err
		})
	}}
}

// asReleased has the packages do what the field's release does, where that is made of other versions
// of them. A text that isn't there any more fails the run.
func asReleased() api.Plugin {
	released := map[string][]string{ // pairs: what stands in a file, and what does in its place
		// A click with the shift key selects from block to block; meanwhile the canvas hosts the selection.
		"use-selection-observer.mjs": {
			"const { multiSelect, ", "const { startMultiSelect, stopMultiSelect, multiSelect, ",
			"setShiftClickInProgress(event.shiftKey);", "setShiftClickInProgress(event.shiftKey); event.shiftKey && startMultiSelect();",
			"onSelectionChange(event);\n        setShiftClickInProgress(false);", "onSelectionChange(event); setShiftClickInProgress(false); stopMultiSelect();",
		},
		// When the canvas takes the focus, it doesn't move.
		"utils.mjs": {"node.focus();", "node.focus({ preventScroll: true });"},
		// A text that is edited is no stop of its own in the canvas that hosts it.
		"index.mjs": {"else if (hasEditableRoot && props.tabIndex === 0)", "else if (props.tabIndex === 0)"},
	}
	return api.Plugin{Name: "released", Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: `block-editor[/\\]build-module[/\\]components[/\\](writing-flow[/\\](use-selection-observer|utils)|rich-text[/\\]index)\.mjs$`}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			text, err := os.ReadFile(a.Path)
			contents, changes := string(text), released[filepath.Base(a.Path)]
			for i := 0; i < len(changes) && err == nil; i += 2 {
				if !strings.Contains(contents, changes[i]) {
					err = fmt.Errorf("%s doesn't say %q any more", a.Path, changes[i])
				}
				contents = strings.Replace(contents, changes[i], changes[i+1], 1)
			}
			return api.OnLoadResult{Contents: &contents, Loader: api.LoaderJS, ResolveDir: filepath.Dir(a.Path)}, err
		})
	}}
}

// ofSandboxes is the function that measures what is previewed in a frame of its own.
var ofSandboxes = regexp.MustCompile(`(?s)var observeAndResizeJS = (function\(\) \{\n.*?\n\});\n`)

// sandboxed writes that function into such frames as it stands in the package: in one that the
// bundler shortened, names would change with what else is bundled, and the policy of pages has its digest.
func sandboxed() api.Plugin {
	return api.Plugin{Name: "sandboxed", Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: `components[/\\]build-module[/\\]sandbox[/\\]index\.mjs$`}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			text, err := os.ReadFile(a.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			found := ofSandboxes.FindSubmatch(text)
			if found == nil {
				return api.OnLoadResult{}, fmt.Errorf("%s has no script of frames any more", a.Path)
			}
			literal, err := json.Marshal(string(found[1]))
			contents := strings.Replace(string(text), string(found[1]), string(literal), 1)
			return api.OnLoadResult{Contents: &contents, Loader: api.LoaderJS, ResolveDir: filepath.Dir(a.Path)}, err
		})
	}}
}

// framed has what chooses files outside of blocks, such as the quick edit of pages, open what blocks open. The
// package's own needs scripts that no package has.
func framed() api.Plugin {
	contents := `import { createElement } from "@wordpress/element";
import { applyFilters } from "@wordpress/hooks";
const None = ({ render }) => render({ open() {} });
let Chosen;
export default function MediaUpload(props) {
	Chosen ??= applyFilters("editor.MediaUpload", None);
	return createElement(Chosen === MediaUpload ? None : Chosen, props);
}
`
	return api.Plugin{Name: "framed", Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: `media-utils[/\\]build-module[/\\]components[/\\]media-upload[/\\]index\.mjs$`}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			return api.OnLoadResult{Contents: &contents, Loader: api.LoaderJS, ResolveDir: filepath.Dir(a.Path)}, nil
		})
	}}
}

// globals takes packages from what the first pass left in the page.
func globals() api.Plugin {
	named := map[string]string{"react": "React", "react-dom": "ReactDOM", "react-dom/client": "ReactDOM", "react/jsx-runtime": "ReactJSXRuntime"}
	return api.Plugin{Name: "globals", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^(@wordpress/|react(-dom)?($|/))`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: a.Path, Namespace: "global"}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: "global"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			global, ok := named[a.Path]
			if !ok {
				global = "wp." + camel(strings.TrimPrefix(a.Path, "@wordpress/"))
			}
			text := "module.exports = window." + global + ";"
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}

func camel(name string) string {
	words := strings.Split(name, "-")
	for i, w := range words[1:] {
		words[i+1] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}

// read takes down what a run starts from.
func (m *manifest) read(source string) error {
	lock, err := os.ReadFile(filepath.Join(source, "package-lock.json"))
	if err != nil {
		return err
	}
	m.Lock = digest(lock)
	if m.Sources, err = sources(filepath.Join(source, "src"), func(string) bool { return true }); err != nil {
		return err
	}
	packages, err := sources(filepath.Join(source, "src"), func(name string) bool {
		return name == "packages.js" || name == "texts.js" || strings.HasSuffix(name, ".css")
	})
	if err != nil {
		return err
	}
	m.Packages = m.Lock + packages
	for _, name := range []string{"main.go", "messages.go", "workers.go", "licences.go", "dark.go", "go.sum"} { // the bundler itself
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		m.Packages += digest(text)
	}
	m.Packages = digest([]byte(m.Packages))
	m.Editors = editors(source)
	for _, folder := range folders(source) {
		path := filepath.Join(folder.path, "screen.json")
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if text = bytes.TrimSpace(text); !bytes.HasPrefix(text, []byte("[")) {
			text = slices.Concat([]byte("["), text, []byte("]"))
		}
		var pages []map[string]any // one script may be that of several
		if err := json.Unmarshal(text, &pages); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for _, said := range pages {
			said["name"] = folder.name
			if folder.extension != "" {
				said["extension"] = folder.extension
			}
			m.Screens = append(m.Screens, said)
		}
	}
	return nil
}

// keepPackages takes over what the first pass wrote the last time, if it would write the
// same again.
func (m *manifest) keepPackages(source, dist string) bool {
	var old manifest
	text, err := os.ReadFile(filepath.Join(dist, "manifest.json"))
	if err != nil || json.Unmarshal(text, &old) != nil || old.Packages != m.Packages {
		return false
	}
	names := []string{"packages.js", "admin.css", "admin-rtl.css", "canvas.css", "canvas-rtl.css", licencesName, packagesSay}
	for _, language := range languages(filepath.Join(source, "node_modules", "yoastseo")) {
		names = append(names, workerName+language+".js")
	}
	for _, name := range append(names, workerName+"base.js") {
		f, ok := old.Files[name]
		if _, err := os.Stat(filepath.Join(dist, name+".br")); err != nil || !ok {
			return false
		}
		m.Files[name] = f
	}
	return true
}

// write packs what was made, and removes what an earlier run left.
func (m *manifest) write(dist string, outputs map[string][]byte) error {
	if err := os.MkdirAll(dist, 0o755); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(outputs)) {
		var packed bytes.Buffer
		w := brotli.NewWriterOptions(&packed, brotli.WriterOptions{Quality: 9, LGWin: 22})
		if _, err := w.Write(outputs[name]); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dist, name+".br"), packed.Bytes(), 0o644); err != nil {
			return err
		}
		m.Files[name] = file{digest(outputs[name]), len(outputs[name]), packed.Len(), strings.HasPrefix(name, workerName)}
		fmt.Printf("  %-24s %8d bytes, %7d over the wire\n", name, len(outputs[name]), packed.Len())
	}
	left, err := filepath.Glob(filepath.Join(dist, "*.br"))
	if err != nil {
		return err
	}
	for _, path := range left {
		if _, ok := m.Files[strings.TrimSuffix(filepath.Base(path), ".br")]; !ok {
			if err := os.Remove(path); err != nil {
				return err
			}
		}
	}
	text, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dist, "manifest.json"), append(text, '\n'), 0o644)
}

// sources is the digest of the files below a folder that are wanted, with their names.
func sources(dir string, wanted func(name string) bool) (string, error) {
	h := sha256.New()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		if !wanted(filepath.ToSlash(name)) {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%s %s\n", filepath.ToSlash(name), digest(text))
		return nil
	})
	return hex.EncodeToString(h.Sum(nil)), err
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
