package main

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"
)

// The analysis of texts runs in a worker, which a page starts when somebody looks at it:
// the script "analysis-base.js", and beside it one for the language of the text, which
// takes what languages share from the base.

// workerName begins the names of its scripts.
const workerName = "analysis-"

// shared is the global of the worker in which the base leaves its modules, by their paths.
const shared = "quoinAnalysis"

// languages are those that the analysis knows, by the names of their folders.
func languages(pkg string) []string {
	var all []string
	found, _ := filepath.Glob(filepath.Join(pkg, "build", "languageProcessing", "languages", "*", "Researcher.js"))
	for _, path := range found {
		all = append(all, strings.TrimPrefix(filepath.Base(filepath.Dir(path)), "_"))
	}
	return all
}

// workers makes the scripts of the worker.
func workers(source string) (files map[string][]byte, metafiles []string, err error) {
	pkg := filepath.Join(source, "node_modules", "yoastseo")
	files = map[string][]byte{}
	taken := map[string]bool{}
	for _, language := range languages(pkg) {
		folder := filepath.Join(pkg, "build", "languageProcessing", "languages", language)
		if language == "default" {
			folder = filepath.Join(filepath.Dir(folder), "_default")
		}
		b, err := build(worker(source, workerName+language, fmt.Sprintf("import Researcher from %q; self.quoinStart(Researcher);", filepath.Join(folder, "Researcher.js")), fromBase(folder, taken)))
		if err != nil {
			return nil, nil, err
		}
		maps.Copy(files, b.files)
		metafiles = append(metafiles, b.metafile)
	}
	var base strings.Builder
	fmt.Fprintf(&base, "import Worker from %q;\nself.%s = {\n", filepath.Join(pkg, "build", "worker", "AnalysisWebWorker.js"), shared)
	for _, path := range slices.Sorted(maps.Keys(taken)) {
		fmt.Fprintf(&base, "%q: () => require(%q),\n", path, filepath.Join(source, "node_modules", filepath.FromSlash(path)))
	}
	// A page names the worker by the address of the language.
	base.WriteString("};\nself.quoinStart = (Researcher) => new Worker(self, new Researcher()).register();\nimportScripts(self.name);\n")
	b, err := build(worker(source, workerName+"base", base.String()))
	if err != nil {
		return nil, nil, err
	}
	maps.Copy(files, b.files)
	return files, append(metafiles, b.metafile), nil
}

func worker(source, name, text string, plugins ...api.Plugin) api.BuildOptions {
	o := options(source)
	o.Stdin = &api.StdinOptions{Contents: text, ResolveDir: source, Sourcefile: name + ".js", Loader: api.LoaderJS}
	o.Outfile, o.Outdir = filepath.Join(source, "dist", name+".js"), ""
	o.Metafile = true
	o.Define["global"] = "self"
	// The parser's stream for servers isn't used.
	o.Plugins = append(plugins, nothing(`^(buffer|safe-buffer|readable-stream|\./WritableStream(\.js)?)$`))
	return o
}

// fromBase takes from the base what a language has outside of its folder, and notes what.
func fromBase(folder string, taken map[string]bool) api.Plugin {
	var mu sync.Mutex // the bundler asks for many modules at once
	modules := string(filepath.Separator) + "node_modules" + string(filepath.Separator)
	return api.Plugin{Name: "from the base", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^(\.|lodash|yoastseo)`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			if a.PluginData != nil || !strings.Contains(a.Importer, "languageProcessing") {
				return api.OnResolveResult{}, nil
			}
			found := b.Resolve(a.Path, api.ResolveOptions{ResolveDir: a.ResolveDir, Kind: a.Kind, Importer: a.Importer, PluginData: true})
			if len(found.Errors) > 0 || strings.HasPrefix(found.Path, folder+string(filepath.Separator)) {
				return api.OnResolveResult{Path: found.Path, Errors: found.Errors}, nil
			}
			i := strings.Index(found.Path, modules)
			path := filepath.ToSlash(found.Path[i+len(modules):])
			mu.Lock()
			taken[path] = true
			mu.Unlock()
			return api.OnResolveResult{Path: path, Namespace: "base"}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: "base"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			text := fmt.Sprintf("module.exports = self.%s[%q]();", shared, a.Path)
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}

// nothing puts an empty module in the place of some.
func nothing(filter string) api.Plugin {
	return api.Plugin{Name: "nothing", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: filter}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: a.Path, Namespace: "nothing"}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: "nothing"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			text := "module.exports = {};"
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}
