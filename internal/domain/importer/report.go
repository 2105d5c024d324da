package importer

import (
	"fmt"
	"slices"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
)

// Report tells what became of everything in a file.
type Report struct {
	Rows []*Row
	// Warnings are what the user should look at, with the line of the file.
	// There are at most a hundred; MoreWarnings counts the others.
	Warnings     []string
	MoreWarnings int
	// Repairs is how many characters of the file had to be mended.
	Repairs int
}

// Row tells of one kind of thing.
type Row struct {
	Kind                      string
	InFile, Imported, Skipped int
	// Why counts the reasons of what was skipped.
	Why map[string]int
}

// Reasons lists why things were skipped, the most frequent first.
func (r *Row) Reasons() string {
	reasons := make([]string, 0, len(r.Why))
	for why := range r.Why {
		reasons = append(reasons, why)
	}
	slices.SortFunc(reasons, func(a, b string) int {
		if d := r.Why[b] - r.Why[a]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	for i, why := range reasons {
		if len(reasons) > 1 {
			reasons[i] = fmt.Sprintf("%d %s", r.Why[why], why)
		}
	}
	return strings.Join(reasons, ", ")
}

// Kinds that are no types of entries.
const (
	kindAuthor   = "author"
	kindCategory = "category"
	kindTag      = "tag"
	kindTerm     = "other term"
	kindComment  = "comment"
	kindMeta     = "meta value"
	kindFeatured = "featured image"
)

// Reasons for skipping.
const (
	whyThere     = "there already"
	whyBefore    = "imported before"
	whyTwice     = "the id stands twice in the file"
	whyType      = "unknown type"
	whyDraft     = "unsaved draft"
	whyEmpty     = "nothing in it"
	whyOwner     = "goes with a skipped entry"
	whyNoFile    = "no file in the uploads folder"
	whyNoFolder  = "no uploads folder given"
	whyFileType  = "files of the type are not allowed"
	whyEmptyFile = "the file is empty"
	whyBadFile   = "no file name in the address"
	whyCreated   = "made anew"
	whyLock      = "of no use here"
	whyUnread    = "unreadable value"
	whyMenu      = "in no menu of the site"
	whyTarget    = "leads to nothing imported"
	whyTaxonomy  = "unknown taxonomy"
	whyName      = "no name"
	whyEmail     = "the e-mail address is another account's"
	whyImage     = "the image was not imported"
)

const maxWarnings = 100

// NewReport is one that has nothing to tell yet.
func NewReport() *Report { return &Report{} }

// Took counts things that came, Left such as didn't, and Warn has a line that the user
// should look at.
func (r *Report) Took(kind string, n int) { r.imported(kind, n) }

// Left is for things that didn't come; see Took.
func (r *Report) Left(kind, why string, n int) { r.skipped(kind, why, n) }

// Warn is for what the user should look at; see Took.
func (r *Report) Warn(format string, args ...any) { r.warn(0, format, args...) }

func newReport() *Report {
	r := &Report{}
	for _, kind := range []string{
		kindAuthor, kindCategory, kindTag, kindTerm, "post", "page", "attachment", "nav_menu_item",
	} {
		r.row(kind)
	}
	return r
}

func (r *Report) row(kind string) *Row {
	for _, row := range r.Rows {
		if row.Kind == kind {
			return row
		}
	}
	row := &Row{Kind: kind, Why: map[string]int{}}
	r.Rows = append(r.Rows, row)
	return row
}

func (r *Report) imported(kind string, n int) {
	row := r.row(kind)
	row.InFile, row.Imported = row.InFile+n, row.Imported+n
}

func (r *Report) skipped(kind, why string, n int) {
	if n == 0 {
		return
	}
	row := r.row(kind)
	row.InFile, row.Skipped = row.InFile+n, row.Skipped+n
	row.Why[why] += n
}

// drop counts as skipped what had been counted as imported.
func (r *Report) drop(kind, why string) {
	row := r.row(kind)
	if row.Imported > 0 {
		row.Imported--
		row.Skipped++
		row.Why[why]++
	}
}

func (r *Report) warn(line int, format string, args ...any) {
	if len(r.Warnings) >= maxWarnings {
		r.MoreWarnings++
		return
	}
	text := fmt.Sprintf(format, args...)
	if line > 0 {
		text = fmt.Sprintf("line %d: %s", line, text)
	}
	r.Warnings = append(r.Warnings, text)
}

// merge adds what a batch has to tell.
func (r *Report) merge(b *Report) {
	for _, row := range b.Rows {
		to := r.row(row.Kind)
		to.InFile, to.Imported, to.Skipped = to.InFile+row.InFile, to.Imported+row.Imported, to.Skipped+row.Skipped
		for why, n := range row.Why {
			to.Why[why] += n
		}
	}
	for _, w := range b.Warnings {
		r.warn(0, "%s", w)
	}
	r.MoreWarnings += b.MoreWarnings
}

// label is how a kind is called in the table.
func label(kind string) string {
	switch kind {
	case "":
		return "no type"
	case content.TypeMenuItem:
		return "menu item"
	case taxonomy.Menu:
		return "menu"
	case taxonomy.Tag:
		return "tag (as term)"
	case taxonomy.Format:
		return "post format"
	}
	return strings.ReplaceAll(strings.TrimPrefix(kind, "core_"), "_", " ")
}

// Table is the report as lines of text, in columns.
func (r *Report) Table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-22s %10s %10s %10s  %s\n", "kind", "in file", "imported", "skipped", "why")
	for _, row := range r.Rows {
		if row.InFile == 0 && row.Imported == 0 {
			continue
		}
		line := fmt.Sprintf("%-22s %10d %10d %10d  %s", label(row.Kind), row.InFile, row.Imported, row.Skipped, row.Reasons())
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// Counted tells that the report has anything to tell.
func (r *Report) Counted() bool {
	return len(r.Warnings) > 0 || slices.ContainsFunc(r.Rows, func(row *Row) bool { return row.InFile > 0 })
}
