package blocks

import (
	"regexp"
	"strconv"
)

// scriptOf finds the id in the text of a script that goToTerm or goToChosen
// made.
var scriptOf = regexp.MustCompile(`^\ndocument\.getElementById\("([A-Za-z0-9_-]+)"\)`)

// OwnScript tells whether the text of an inline script, as it stands in a page
// of the site at base, is one that blocks write. Scripts that stand in contents
// aren't, unless they say the very same.
func OwnScript(text, base string) bool {
	m := scriptOf.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	script := "<script>" + text + "</script>\n"
	return script == goToTerm(base, m[1]) || script == goToChosen(m[1])
}

// goToTerm opens the archive of the term that is chosen in a menu.
func goToTerm(base, id string) string {
	return "<script>\ndocument.getElementById(" + strconv.Quote(id) + ").addEventListener(\"change\", ({ target }) => {\n" +
		"\tif (target.value === \"-1\") return;\n\tconst url = new URL(" + strconv.Quote(base) + ");\n" +
		"\turl.searchParams.set(target.name, target.value);\n\tlocation.href = url;\n});\n</script>\n"
}

// goToChosen opens the address that is chosen in a menu.
func goToChosen(id string) string {
	return "<script>\ndocument.getElementById(" + strconv.Quote(id) +
		").addEventListener(\"change\", (event) => {\n\tif (event.target.value) location.href = event.target.value;\n});\n</script>\n"
}
