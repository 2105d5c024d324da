package exchange_test

import (
	"regexp"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
)

// What can't be read in a dump with letters of another encoding is named by its table, id and
// column, and doesn't keep the rest from being read.
func TestReportNamesWhatCantBeRead(t *testing.T) {
	t.Parallel()
	tables := strings.NewReplacer(
		"'Book', ''", "'B\xf6ok', ''", // no UTF-8
		"'Nice'", "'N\xeece'",
		`a:2:{i:0;s:3:"wry";i:1;i:2;}`, "a:2:{i:0;s:3:\"w\xfcy\";i:1;i:2;}",
		`a:1:{s:4:"hand";O:5:"Clock":1:{s:1:"h";i:7;}}`, `a:1:{s:4:"hand";s:9:"short";}`,
		"'a-book'", "'a-b\xf6ok'",
	).Replace(oldTables) + `
INSERT INTO wp_postmeta (post_id, meta_key, meta_value) VALUES (30, 'torn', 'a:1:{s:5:"letter"}');
INSERT INTO wp_clock_ticks VALUES (9, 't` + "\xf6" + `ck');
`
	a, err := app.New(t.Context(), app.Config{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	report, err := a.Exchange.MoveIn(t.Context(), oldSiteOf(t, tables), exchange.OldFiles{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	told := strings.Join(report.Warnings, "\n")
	for _, want := range []string{
		"1 text looks as if it was encoded twice (such as Ã© for é); it came as it is: posts 21 post_content",
		"posts 30 post_title", "posts 30 post_name", "comments 5 comment_content", "postmeta of 21 mood", "clock_ticks 9 tick",
		"2 serialised values can't be read; they came as texts: options clock_face option_value, postmeta of 30 torn",
	} {
		if !strings.Contains(told, want) {
			t.Errorf("the report doesn't tell of %q:\n%s", want, told)
		}
	}
	e, err := a.DB.EntryByID(t.Context(), 21)
	if err != nil {
		t.Fatal(err)
	}
	if list, ok := e.Meta.Get("mood").([]any); !ok || list[0] != "w\uFFFDy" {
		t.Errorf("a letter keeps a value from being read: %#v", e.Meta.Get("mood"))
	}
}

// A site whose ids leave no room, or whose entries were left out of a dump, is refused before
// anything of it is here.
func TestUnsoundSitesAreRefused(t *testing.T) {
	t.Parallel()
	entries := regexp.MustCompile(`(?s)INSERT INTO wp_posts VALUES.*?;\nCREATE`)
	for want, tables := range map[string]string{
		"the table posts has the ID 9223372036854775807":      strings.Replace(oldTables, "\n (30, 7,", "\n (9223372036854775807, 7,", 1),
		"the table users has the ID 9007199254740993":         strings.Replace(oldTables, "wp_users VALUES (7,", "wp_users VALUES (9007199254740993,", 1),
		"the table comments has the comment_ID 9223372036854": strings.Replace(oldTables, "wp_comments VALUES (5,", "wp_comments VALUES (9223372036854775807,", 1),
		"the table posts has no rows, and comments has 2":     entries.ReplaceAllString(oldTables, "CREATE"),
	} {
		a, err := app.New(t.Context(), app.Config{Data: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		_, err = a.Exchange.MoveIn(t.Context(), oldSiteOf(t, tables), exchange.OldFiles{}, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		if u, err := a.DB.UserByID(t.Context(), 1); err != nil || u.Login != "admin" {
			t.Errorf("%s: something was done to the site: %v %v", want, u, err)
		}
	}
}
