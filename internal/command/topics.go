package command

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

// topic is a part of the page about running a site.
type topic struct{ name, title, text string }

var notInName = regexp.MustCompile(`[^a-z0-9]+`)

// topics are the parts of the page: the first, which has no heading of its own,
// then one for each heading.
func topics() []topic {
	parts := strings.Split(docs.Operating, "\n## ")
	_, first, _ := strings.Cut(parts[0], "\n")
	list := []topic{{"start", "From an empty server to a site", strings.TrimSpace(first)}}
	for _, part := range parts[1:] {
		title, text, _ := strings.Cut(part, "\n")
		name := strings.Trim(notInName.ReplaceAllString(strings.ToLower(title), "-"), "-")
		list = append(list, topic{name, title, strings.TrimSpace(text)})
	}
	return list
}

// addTopics has quoin help NAME show each topic.
func addTopics(root *cobra.Command) {
	for _, t := range topics() {
		root.AddCommand(&cobra.Command{Use: t.name, Short: t.title, Long: t.title + "\n\n" + t.text})
	}
}

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write the manual pages of all commands into a folder",
		Long: `Writes quoin.1 and a page for each command, from the texts that help shows, and
quoin.7 about running a site. Copy them to /usr/local/share/man/man1 and man7.`,
		Args: takes("FOLDER"),
		RunE: func(cmd *cobra.Command, args []string) error { return writeManual(cmd.Root(), args[0]) },
	}
}

func writeManual(root *cobra.Command, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil { // #nosec G301 -- manual pages are for everybody
		return err
	}
	// Topics are pages of the other section.
	root.RemoveCommand(topicsOf(root)...)
	root.DisableAutoGenTag = true
	header := &doc.GenManHeader{Section: "1", Source: "quoin " + version(), Manual: "Quoin"}
	if err := doc.GenManTree(root, header, folder); err != nil {
		return err
	}
	text := fmt.Sprintf("%% QUOIN(7) quoin %s | Quoin\n\n", version()) + docs.Operating
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
