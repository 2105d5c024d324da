// Package manual makes help topics and manual pages of the page about running a site and of
// what the commands say about themselves.
package manual

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"quoin/docs"
)

// Topic is a part of the page about running a site.
type Topic struct{ Name, Title, Text string }

var notInName = regexp.MustCompile(`[^a-z0-9]+`)

// Topics are the parts of the page: the first, which has no heading of its own,
// then one for each heading.
func Topics() []Topic {
	parts := strings.Split(docs.Operating, "\n## ")
	_, first, _ := strings.Cut(parts[0], "\n")
	list := []Topic{{"start", "From an empty server to a site", strings.TrimSpace(first)}}
	for _, part := range parts[1:] {
		title, text, _ := strings.Cut(part, "\n")
		name := strings.Trim(notInName.ReplaceAllString(strings.ToLower(title), "-"), "-")
		list = append(list, Topic{name, title, strings.TrimSpace(text)})
	}
	return list
}

// AddTopics has quoin help NAME show each topic.
func AddTopics(root *cobra.Command) {
	for _, t := range Topics() {
		root.AddCommand(&cobra.Command{Use: t.Name, Short: t.Title, Long: t.Title + "\n\n" + t.Text})
	}
}

// Write writes the manual pages of all commands of a program, and of the page about running a
// site, into a folder.
func Write(root *cobra.Command, folder, version string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil { // #nosec G301 -- manual pages are for everybody
		return err
	}
	// Topics are pages of the other section.
	root.RemoveCommand(topicsOf(root)...)
	root.DisableAutoGenTag = true
	header := &doc.GenManHeader{Section: "1", Source: "quoin " + version, Manual: "Quoin"}
	if err := doc.GenManTree(root, header, folder); err != nil {
		return err
	}
	text := fmt.Sprintf("%% QUOIN(7) quoin %s | Quoin\n\n", version) + docs.Operating
	return os.WriteFile(filepath.Join(folder, "quoin.7"), md2man.Render([]byte(text)), 0o644) // #nosec G306 -- manual pages are for everybody
}

func topicsOf(root *cobra.Command) (list []*cobra.Command) {
	for _, c := range root.Commands() {
		if c.IsAdditionalHelpTopicCommand() {
			list = append(list, c)
		}
	}
	return list
}
