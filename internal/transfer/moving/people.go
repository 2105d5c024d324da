package moving

import (
	"context"
	"crypto/hmac"
	"crypto/md5" // #nosec G501 -- as the old site made it; it keeps no secret here
	"encoding/hex"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/domain/importer/journal"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
	"quoin/internal/storage/auth"
)

// atOnce is how many rows are read and stored together.
const atOnce = 500

const (
	metaPasswords = "_application_passwords"
	kindAccount   = "account"
	kindPassword  = "application password"
)

// moveAccounts brings the accounts that have a role on the site.
func (r *run) moveAccounts(ctx context.Context, source *journal.Source) error {
	for {
		list, meta, err := r.readAccounts(ctx, "ID > ? ORDER BY ID LIMIT "+strconv.Itoa(atOnce), source.Cursor)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return roleFinder{r}.tellRoles(ctx)
		}
		last := list[len(list)-1].ID
		r.done += int64(len(list))
		if err := r.batch(ctx, "accounts", source, last, func(ctx context.Context) error {
			for _, u := range list {
				if err := r.account(ctx, u, meta[u.ID], nil); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
}

// readAccounts reads accounts with their meta values.
func (r *run) readAccounts(ctx context.Context, which string, args ...any) (list []*user.User, meta map[int64][]metaRow, err error) {
	err = r.from.each(ctx, "SELECT ID, user_login, user_pass, user_nicename, user_email, user_url, user_registered, display_name FROM {users} WHERE "+which, args, func(scan func(...any) error) error {
		u := &user.User{Meta: content.Meta{}}
		err := scan(&u.ID, &u.Login, &u.PasswordHash, &u.Slug, &u.Email, &u.URL, &u.Registered, &u.Name)
		r.broken.cleanAll("users", u.ID, []column{
			{"user_login", &u.Login}, {"user_nicename", &u.Slug}, {"user_email", &u.Email}, {"user_url", &u.URL}, {"display_name", &u.Name},
		})
		if u.Registered = storedDate(u.Registered); u.Registered == "" {
			u.Registered = "1970-01-01T00:00:00"
		}
		list = append(list, u)
		return err
	})
	if err != nil || len(list) == 0 {
		return list, nil, err
	}
	meta, err = r.meta(ctx, "usermeta", "user_id", "umeta_id", list[0].ID, list[len(list)-1].ID)
	return list, meta, err
}

// account stores one account with its roles, meta values and application passwords.
func (r *run) account(ctx context.Context, u *user.User, meta []metaRow, here *user.User) error {
	rights, hasRights := &wire.Object{}, false
	var passwords any
	for _, m := range meta {
		key, own := strings.CutPrefix(m.key, r.prefixes.accounts)
		switch {
		case own && key == rightsKey:
			hasRights = true
			if o, ok := m.value.(*wire.Object); ok {
				rights = o
			}
		case own && key == "user_level", m.key == "session_tokens":
		case m.key == metaPasswords:
			passwords = m.value
		default:
			if !own || key == "" {
				key = m.key
			}
			add(u.Meta, r.userKey(key), m.value)
		}
	}
	if !hasRights && r.from.network != nil && !r.everywhere[u.Login] {
		if some, err := r.from.wrote(ctx, u.ID); err != nil {
			return err
		} else if !some {
			r.report.Left(kindAccount, "has no role on this site of the network", 1)
			return nil
		}
	}
	if own := r.userKey(PersonKey); r.salt != "" && len(u.Meta[own]) == 0 {
		add(u.Meta, own, personKey(r.salt, u))
	}
	u.Roles, u.Rights = r.roles(rights)
	if r.everywhere[u.Login] && !slices.Contains(u.Roles, access.Administrator) {
		u.Roles = slices.Insert(u.Roles, 0, access.Administrator)
		r.report.Warn("the account %s administers all sites of the network: it is an administrator here", u.Login)
	}
	if err := (collisions{r}).settle(ctx, u); err != nil {
		return err
	}
	if err := r.storeAccount(ctx, u, here); err != nil {
		return err
	}
	r.report.Took(kindAccount, 1)
	return r.passwords(ctx, u, passwords)
}

// personKey is what stands for an account in the structured data of the old site.
func personKey(salt string, u *user.User) string {
	sum := hmac.New(md5.New, []byte(salt))
	sum.Write([]byte(u.Login + strconv.FormatInt(u.ID, 10)))
	return hex.EncodeToString(sum.Sum(nil))
}

func (r *run) userKey(key string) string {
	for _, x := range r.Extensions {
		if own := x.UserMeta[key]; own != "" {
			return own
		}
	}
	return r.Name(key)
}

// roles are the roles of an account, those of every site first, and the rights that it has
// or lacks for itself.
func (r *run) roles(rights *wire.Object) ([]string, access.Own) {
	roles, own := []string{}, access.Own{}
	for _, m := range rights.Members() {
		has := schema.ToBool(m.Value)
		switch {
		case access.IsRole(m.Key), r.oldRoles().Has(m.Key):
			if has {
				roles = append(roles, m.Key)
			}
		case access.IsName(m.Key):
			own[r.Name(m.Key)] = has
		}
	}
	slices.SortStableFunc(roles, func(a, b string) int {
		return rank(a) - rank(b)
	})
	return roles, own.Clean()
}

func rank(role string) int {
	if at := slices.Index(access.Roles(), role); at >= 0 {
		return at
	}
	return len(access.Roles())
}

// passwords stores the application passwords of an account.
func (r *run) passwords(ctx context.Context, u *user.User, stored any) error {
	list, _ := schema.AsList(stored)
	for _, v := range list {
		o, ok := v.(*wire.Object)
		if !ok || o.Text("uuid") == "" || o.Text("password") == "" {
			continue
		}
		// The old site knows no scope and no end; those that were given here stay.
		scope, expires := access.ScopePublish, ""
		if r.again != nil {
			known, err := r.Store.AppPassword(ctx, u.ID, o.Text("uuid"))
			if err == nil {
				scope, expires = known.Scope, known.Expires
			} else if !errors.Is(err, user.ErrNoPassword) {
				return err
			}
			if _, err := r.Store.DeleteAppPasswords(ctx, u.ID, o.Text("uuid")); err != nil {
				return err
			}
		}
		err := r.Store.InsertAppPassword(ctx, &user.AppPassword{
			UUID: o.Text("uuid"), User: u.ID, AppID: o.Text("app_id"), Name: o.Text("name"), Hash: auth.MovedAppPassword(o.Text("password")),
			Created: fromUnix(o.Get("created")), LastUsed: fromUnix(o.Get("last_used")), LastIP: schema.ToText(o.Get("last_ip")),
			Scope: scope, Expires: expires,
		})
		if err != nil {
			return err
		}
		r.report.Took(kindPassword, 1)
	}
	return nil
}

func fromUnix(v any) string {
	n := schema.ToInt(v)
	if n <= 0 {
		return ""
	}
	return time.Unix(n, 0).UTC().Format(site.DateForm)
}
