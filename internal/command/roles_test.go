package command

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/domain/site"
	"quoin/internal/platform/wire"
)

// Commands take the roles that a site has, as one that moved in may have its own, and name them
// where they are told another.
func TestRolesOfTheSite(t *testing.T) {
	t.Setenv("QUOIN_ADMIN_PASSWORD", "correct horse")
	dir := filepath.Join(t.TempDir(), "site")
	a, err := app.New(t.Context(), app.Config{Data: dir})
	if err != nil {
		t.Fatal(err)
	}
	roles, err := wire.Decode([]byte(`{"shop_keeper":{"name":"Keeper","capabilities":{"read":true,"edit_posts":true}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := site.Roles.Set(t.Context(), a.Env.Site, roles.(*wire.Object)); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	const others = "there are administrator, editor, author, contributor, subscriber, shop_keeper"
	for _, step := range []struct {
		args string
		code int
		want string
	}{
		{"user create eve --email eve@example.org --password x --role shop_keeper", 0, "eve has an account now, as shop_keeper"},
		{"user create bob --email bob@example.org --password x --role king", 2, `--role: there is no role "king"; ` + others},
		{"user create ann --email ann@example.org --password x", 0, "ann has an account now, as subscriber"},
		{"user role ann shop_keeper", 0, "ann is shop_keeper"},
		{"user role ann king", 2, `there is no role "king"; ` + others},
		{"user show ann", 0, "roles       shop_keeper\n"},
		{"user list --role shop_keeper", 0, "ann@example.org"},
		{"user list --role king", 2, `--role: there is no role "king"; ` + others},
		{"user role ann editor", 0, "ann is editor"},
		{"user role nobody shop_keeper", 1, `there is no user "nobody"`},
		{"user show bob", 1, `there is no user "bob"`},
	} {
		var out bytes.Buffer
		code := run(t.Context(), append(strings.Fields(step.args), "--data", dir), &out, &out)
		if code != step.code || !strings.Contains(out.String(), step.want) {
			t.Errorf("%s: got %d %q, want %d %q", step.args, code, out.String(), step.code, step.want)
		}
	}
	var out bytes.Buffer
	none := filepath.Join(t.TempDir(), "none")
	if code := run(t.Context(), []string{"user", "create", "eve", "--email", "eve@example.org", "--role", "king", "--data", none}, &out, &out); code == 0 {
		t.Errorf("a site was made for a role that no new one has: %s", out.String())
	}
}
