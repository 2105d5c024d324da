package exchange_test

import (
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
)

// Tables that were renamed by hand have another prefix than the option and the meta keys that
// are named after it. The roles are found; where it can't be known which are the site's, the
// report says loudly that nobody administers it.
func TestRolesOfRenamedTables(t *testing.T) {
	t.Parallel()
	roles := `INSERT INTO wp_options (option_name, option_value) VALUES ('wp_user_roles', 'a:2:{s:13:"administrator";a:2:{s:4:"name";s:5:"Admin";s:12:"capabilities";a:0:{}}s:6:"keeper";a:2:{s:4:"name";s:6:"Keeper";s:12:"capabilities";a:1:{s:4:"read";b:1;}}}');
INSERT INTO wp_users VALUES (8, 'kim', '', 'kim', 'kim@example.org', '', '2020-01-02 03:04:05', '', 0, 'Kim');
INSERT INTO wp_usermeta (user_id, meta_key, meta_value) VALUES (8, 'wp_capabilities', 'a:1:{s:6:"keeper";b:1;}'), (8, 'wp_user_level', '0');
`
	// The names of the tables change, and nothing else does.
	renamed := func(text string) string {
		for _, words := range []string{"CREATE TABLE ", "INSERT INTO "} {
			text = strings.ReplaceAll(text, words+"wp_", words+"new_")
		}
		return text
	}
	for name, c := range map[string]struct {
		tables string
		ann    string
		kim    string
		told   []string
	}{
		"both":           {renamed(oldTables + roles), "administrator", "keeper", []string{`"wp_capabilities"`, `"wp_user_roles"`, `"new_"`}},
		"accounts alone": {strings.Replace(renamed(oldTables+roles), "'wp_user_roles'", "'new_user_roles'", 1), "administrator", "keeper", []string{`"wp_capabilities"`}},
		"roles alone":    {strings.NewReplacer("'wp_capabilities'", "'new_capabilities'", "'wp_user_level'", "'new_user_level'").Replace(renamed(oldTables + roles)), "administrator", "keeper", []string{`"wp_user_roles"`}},
		"two":            {strings.Replace(renamed(strings.Replace(oldTables+roles, "(8, 'wp_capabilities'", "(8, 'shop_capabilities'", 1)), "'wp_user_roles'", "'new_user_roles'", 1), "", "", []string{"NOBODY CAN ADMINISTER", "quoin user role LOGIN administrator", "shop_capabilities, wp_capabilities", "new_usermeta"}},
		"none":           {strings.ReplaceAll(oldTables+roles, "'wp_capabilities'", "'lost'"), "", "", []string{"NOBODY CAN ADMINISTER"}},
		"as it should":   {oldTables + roles, "administrator", "keeper", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := app.New(t.Context(), app.Config{Data: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			defer a.Close()
			report, err := a.Exchange.MoveIn(t.Context(), oldSiteOf(t, c.tables), exchange.OldFiles{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			told := strings.Join(report.Warnings, "\n")
			for _, want := range c.told {
				if !strings.Contains(told, want) {
					t.Errorf("the report doesn't tell of %q:\n%s", want, told)
				}
			}
			if c.told == nil && (strings.Contains(told, "prefix") || strings.Contains(told, "renamed") || strings.Contains(told, "NOBODY")) {
				t.Error(told)
			}
			for id, want := range map[int64]string{7: c.ann, 8: c.kim} {
				u, err := a.DB.UserByID(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				if got := strings.Join(u.Roles, " "); got != want {
					t.Errorf("%s is %q, want %q", u.Login, got, want)
				}
				if c.ann != "" && u.Meta["wp_user_level"] != nil {
					t.Error("a key with the former prefix came as a meta value")
				}
			}
		})
	}
}
