package admin

import (
	"context"
	"errors"
	"html"
	"net/http"
	"slices"
	"strconv"

	"quoin/internal/domain/content"
	"quoin/internal/domain/user"
	"quoin/internal/people/account"
	"quoin/internal/platform/fault"
	"quoin/internal/storage/auth"
)

// Accounts is what people change of accounts beside what the API takes.
type Accounts interface {
	// AskAddress mails a link to a new address that who asks wants for the account, or for the site, which confirms it.
	AskAddress(w http.ResponseWriter, r *http.Request, of account.Whose, email string) error
	// PendingAddress is the one that waits to be confirmed, "" for none; KeepAddress forgets it.
	PendingAddress(ctx context.Context, u *user.User, of account.Whose) (string, error)
	KeepAddress(ctx context.Context, u *user.User, of account.Whose) error
	// ChangePassword sets the password of who asks, and logs all others of their browsers out.
	ChangePassword(w http.ResponseWriter, r *http.Request, password string) error
	// SendReset mails a link with which to set a new password.
	SendReset(ctx context.Context, u *user.User) error
	// Sessions is how many browsers are logged in, and EndSessions logs all out but one.
	Sessions(ctx context.Context, u *user.User) (int, error)
	EndSessions(ctx context.Context, u *user.User, but auth.Session) error
	// Update changes an account, loaded in the same transaction.
	Update(ctx context.Context, before *user.User, c user.Change) (*user.User, error)
}

const (
	profilePath  = "profile.php"
	nonceProfile = "update-user"
)

// schemes are the colours of the admin that a person may choose, as the field calls them; the
// first is what it has without a choice.
var schemes = []string{"modern", "fresh", "light", "blue", "coffee", "ectoplasm", "midnight", "ocean", "sunrise"}

// scheme is the one that an account has chosen.
func scheme(u *user.User) string {
	if name := u.Meta.Text(user.MetaColours); slices.Contains(schemes, name) {
		return name
	}
	return schemes[0]
}

// profile is a visit of the page of an account.
type profile struct{ *visit }

// describeOwn describes the own profile.
func (v profile) describeOwn(data map[string]any) error { return v.describe(data, v.user) }

// describeUser lets people open their own account, and others if they may edit accounts.
func (v profile) describeUser(data map[string]any) error {
	if v.isOwn() {
		data["title"] = v.text("Profile")
		return v.describeOwn(data)
	}
	if !v.actor.Can("edit_users") {
		return errNotAllowed
	}
	id, _ := strconv.ParseInt(v.query("user_id"), 10, 64)
	u, err := v.Users.UserByID(v.ctx, id)
	if errors.Is(err, user.ErrNotFound) {
		return &refusal{http.StatusNotFound, "There is no such account, or you may not edit it."}
	}
	if err != nil {
		return err
	}
	data["title"] = v.text("Edit User") + " " + html.UnescapeString(u.Name)
	return v.describe(data, u)
}

// describe says of an account what the API doesn't.
func (v profile) describe(data map[string]any, u *user.User) error {
	sessions, err := v.Accounts.Sessions(v.ctx, u)
	if err != nil {
		return err
	}
	pending, err := v.Accounts.PendingAddress(v.ctx, u, account.OwnAddress)
	if err != nil {
		return err
	}
	languages := []choice{}
	for _, locale := range v.Site.Languages(v.ctx) {
		languages = append(languages, choice{ID: locale, Title: locale})
	}
	data["account"] = map[string]any{
		"id": u.ID, "own": u.ID == v.user.ID, "nonce": v.Auth.Nonce(v.ctx, v.session, nonceProfile), "scheme": scheme(u), "schemes": schemes,
		"toolbar": user.ShowsToolbar(u), "pending": pending, "sessions": sessions, "languages": languages, "locale": u.Meta.Text(user.MetaLocale),
	}
	return nil
}

// describeGeneral tells of an address that the person wants for the site, and that waits.
func describeGeneral(v *visit, data map[string]any) error {
	pending, err := v.Accounts.PendingAddress(v.ctx, v.user, account.SiteAddress)
	if err != nil {
		return err
	}
	data["pending"], data["formNonce"] = pending, v.Auth.Nonce(v.ctx, v.session, nonceProfile)
	return nil
}

// save does what the form of an account sends that the API has no place for.
func (v profile) save() {
	if !v.form("read", nonceProfile) {
		return
	}
	sent := v.r.PostForm
	u := v.user
	if id, _ := strconv.ParseInt(sent.Get("user_id"), 10, 64); id != 0 && id != u.ID {
		var err error
		if u, err = v.Users.UserByID(v.ctx, id); err != nil || !v.actor.Can("edit_users") {
			v.refuse(errNotAllowed.status, errNotAllowed.why)
			return
		}
	}
	own := u.ID == v.user.ID
	var err error
	switch do := sent.Get("do"); {
	case do == "look":
		err = v.saveLook(u)
	case do == "sessions" && own:
		err = v.Accounts.EndSessions(v.ctx, u, v.session)
	case do == "sessions":
		err = v.Accounts.EndSessions(v.ctx, u, auth.Session{})
	case do == "reset" && !own:
		err = v.Accounts.SendReset(v.ctx, u)
	case do == "address" && own:
		err = v.Accounts.AskAddress(v.w, v.r, account.OwnAddress, sent.Get("email"))
	case do == "keep" && own:
		err = v.Accounts.KeepAddress(v.ctx, u, account.OwnAddress)
	case do == "site-address" && v.actor.Can("manage_options"):
		err = v.Accounts.AskAddress(v.w, v.r, account.SiteAddress, sent.Get("email"))
	case do == "site-keep" && v.actor.Can("manage_options"):
		err = v.Accounts.KeepAddress(v.ctx, v.user, account.SiteAddress)
	case do == "password" && own:
		err = v.Accounts.ChangePassword(v.w, v.r, sent.Get("password"))
	default:
		err = fault.BadRequest("unreadable", v.text("The form can't be read."))
	}
	v.told(map[string]any{"ok": true}, err)
}

// saveLook stores how the admin and the bar of the site look to the owner of an account.
func (v profile) saveLook(u *user.User) error {
	sent, meta := v.r.PostForm, content.Meta{}
	if name := sent.Get("admin_color"); slices.Contains(schemes, name) {
		meta[user.MetaColours] = []any{name}
	}
	if sent.Has("admin_bar_front") {
		meta[user.MetaToolbar] = []any{strconv.FormatBool(sent.Get("admin_bar_front") == "true")}
	}
	return v.Entries.Store.InTx(v.ctx, func(ctx context.Context) error {
		before, err := v.Users.UserByID(ctx, u.ID)
		if err != nil {
			return err
		}
		_, err = v.Accounts.Update(ctx, before, user.Change{Meta: meta})
		return err
	})
}
