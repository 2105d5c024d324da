package command

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// release is the version that make release builds in.
var release = ""

// build is what the module's build information tells of the program.
type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision"` // of the source, "" if the build doesn't know
	Time     string `json:"time"`     // of that revision
	Changed  bool   `json:"changed"`  // the source wasn't that of the revision
	Go       string `json:"go"`
	System   string `json:"system"`
}

func built() build {
	b := build{Version: release, Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				b.Revision = s.Value
			case "vcs.time":
				b.Time = s.Value
			case "vcs.modified":
				b.Changed = s.Value == "true"
			}
		}
	}
	const revisionLength = 12
	switch {
	case b.Version != "":
	case ok && info.Main.Version != "" && info.Main.Version != "(devel)":
		b.Version = info.Main.Version
	case b.Revision == "":
		b.Version = "development"
	default:
		b.Version = "development-" + b.Revision[:min(len(b.Revision), revisionLength)]
		if b.Changed {
			b.Version += "+changes"
		}
	}
	return b
}

// version is the release, or what the build knows of its source.
func version() string { return built().Version }

func versionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			v := built()
			changed := ""
			if v.Changed {
				changed = ", with changes"
			}
			source := "unknown source"
			if v.Revision != "" {
				source = v.Revision + " of " + v.Time + changed
			}
			return say(cmd, asJSON, v, "quoin %s %s %s\nbuilt from %s", v.Version, v.Go, v.System, source)
		},
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}
