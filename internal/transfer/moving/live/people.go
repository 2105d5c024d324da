package live

import (
	"context"
	"html"
	"strings"
	"time"

	"quoin/internal/platform/access"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
	"quoin/internal/transfer/moving"
)

// personKey is the meta key of what stands for an account in structured data.
const personKey = moving.PersonKey

// lockedPassword is a hash that no password has: the API doesn't tell those of accounts.
const lockedPassword = "*"

// readAccounts reads the accounts, and the application password that reads.
func (r *reading) readAccounts(ctx context.Context) error {
	if err := r.findAccounts(ctx); err != nil {
		return err
	}
	if err := r.readLists(ctx, r.accounts); err != nil {
		return err
	}
	return r.Mirror.in(ctx, func(t *tx) error { return r.roles(t) })
}

// findAccounts makes the list of accounts, of whom one has the application password that reads.
func (r *reading) findAccounts(ctx context.Context) error {
	me, err := r.object(ctx, "/wp/v2/users/me?context=edit")
	if err != nil {
		return err
	}
	var own *wire.Object
	if r.Kept != "" {
		if own, err = r.object(ctx, "/wp/v2/users/me/application-passwords/introspect"); err != nil {
			return err
		}
	}
	r.accounts = list{name: listAccounts, route: "/wp/v2/users", newest: newestFirst, brief: briefOfAccounts, take: func(o *wire.Object) (*item, error) {
		it := r.account(o)
		if own != nil && number(me, "id") == it.id {
			keep := it.store
			it.store = func(t *tx) error {
				if err := keep(t); err != nil {
					return err
				}
				return t.meta(KindAccount, it.id, map[string][]string{"_application_passwords": {serialised([]any{wire.NewObject(
					"uuid", own.Text("uuid"), "app_id", own.Text("app_id"), "name", own.Text("name"), "password", r.Kept,
					"created", seconds(own.Text("created")), "last_used", nil, "last_ip", nil)})}})
			}
		}
		return it, nil
	}}
	return nil
}

func seconds(moment string) int64 {
	t, err := time.Parse("2006-01-02T15:04:05", moment)
	if err != nil {
		return 0
	}
	return t.Unix()
}

func (r *reading) account(o *wire.Object) *item {
	id := number(o, "id")
	rights := o.Object("extra_capabilities")
	meta := r.metaOf("/wp/v2/users", o)
	for key, value := range map[string]string{
		"nickname": text(o, "nickname"), "first_name": text(o, "first_name"), "last_name": text(o, "last_name"), "description": text(o, "description"),
		Prefix + "capabilities": serialised(rights),
	} {
		if value != "" {
			meta[key] = []string{value}
		}
	}
	if key := personOf(o.Object("yoast_head_json")); key != "" {
		meta[personKey] = []string{key}
	}
	if pronouns := html.UnescapeString(personIn(o.Object("yoast_head_json")).Text("pronouns")); pronouns != "" {
		meta["wpseo_pronouns"] = []string{pronouns}
	}
	for key, value := range profilesOf(o.Object("yoast_head_json")) {
		if meta[key] == nil && value != "" {
			meta[key] = []string{value}
		}
	}
	if locale := text(o, "locale"); locale != "" && locale != r.locale() {
		meta["locale"] = []string{locale}
	}
	if rights.Len() == 0 {
		meta[Prefix+"capabilities"] = []string{"a:0:{}"}
	}
	return &item{id: id, kind: KindAccount, digest: digestOf(o), head: headOf(o), store: func(t *tx) error {
		if err := t.exec("INSERT OR REPLACE INTO wp_users (ID, user_login, user_pass, user_nicename, user_email, user_url, user_registered, display_name) VALUES (?,?,?,?,?,?,?,?)",
			id, text(o, "username"), lockedPassword, text(o, "slug"), text(o, "email"), text(o, "url"), stored(text(o, "registered_date")), text(o, "name")); err != nil {
			return err
		}
		// What the role gives is what the account has, beside rights of its own.
		all := o.Object("capabilities").Clone()
		for _, m := range rights.Members() {
			all.Delete(m.Key)
		}
		if roles, _ := schema.AsList(o.Get("roles")); len(roles) == 1 {
			kept := stateRole
			if rights.Len() > 1 {
				kept = stateLikely
				for _, right := range access.Capabilities(schema.ToText(roles[0])) {
					if rights.Has(right) {
						all.Set(right, true)
					}
				}
			}
			if err := t.setState(kept+schema.ToText(roles[0]), string(wire.Encode(all, nil))); err != nil {
				return err
			}
		}
		return t.meta(KindAccount, id, meta)
	}}
}

// What the state of a reading begins with that tells the rights of a role: as an account
// shows them that has nothing else, or, where none does, one that has rights for itself.
// These hide whether the role has them too: it does if it does on every site.
const (
	stateRole   = "role:"
	stateLikely = "likely role:"
)

// roles makes the option with the roles of what accounts show of theirs.
func (r *reading) roles(t *tx) error {
	roles := &wire.Object{}
	for _, kind := range []string{stateRole, stateLikely} {
		names, err := t.strings("SELECT name FROM live_state WHERE name LIKE '" + kind + "%' ORDER BY name")
		if err != nil {
			return err
		}
		for _, name := range names {
			role := strings.TrimPrefix(name, kind)
			if role == "" || roles.Has(role) {
				continue
			}
			value, err := t.state(name)
			if err != nil {
				return err
			}
			rights, err := wire.Decode([]byte(value))
			if err != nil {
				return err
			}
			roles.Set(role, wire.NewObject("name", strings.ToUpper(role[:1])+role[1:], "capabilities", rights))
		}
	}
	if roles.Len() == 0 {
		return nil
	}
	return t.option(Prefix+"user_roles", serialised(roles))
}

// locale is that of the site.
func (r *reading) locale() string { return r.settings.Text("language") }

// readTerms reads the terms of all taxonomies that the API shows.
func (r *reading) readTerms(ctx context.Context) error {
	return r.readLists(ctx, r.termLists()...)
}

func (r *reading) termLists() (lists []list) {
	for _, tax := range r.taxonomies {
		name, path := tax.Text("slug"), route(tax)
		if path != "" {
			lists = append(lists, list{name: listTerms + name, route: path, newest: newestFirst, brief: briefOfTerms, take: func(o *wire.Object) (*item, error) { return r.term(name, path, o), nil }})
		}
	}
	return lists
}

func (r *reading) term(taxonomy, path string, o *wire.Object) *item {
	id := number(o, "id")
	meta := r.metaOf(path, o)
	return &item{id: id, kind: KindTerm, digest: digestOf(o), head: headOf(o), store: func(t *tx) error {
		if err := t.exec("INSERT OR REPLACE INTO wp_terms (term_id, name, slug) VALUES (?, ?, ?)", id, rawOf(o, "name"), text(o, "slug")); err != nil {
			return err
		}
		if err := t.exec("INSERT OR REPLACE INTO wp_term_taxonomy (term_taxonomy_id, term_id, taxonomy, description, parent) VALUES (?, ?, ?, ?, ?)",
			id, id, taxonomy, rawOf(o, "description"), number(o, "parent")); err != nil {
			return err
		}
		return t.meta(KindTerm, id, meta)
	}}
}

// readComments reads the comments of every kind and state.
func (r *reading) readComments(ctx context.Context) error {
	return r.readLists(ctx, r.commentLists()...)
}

func (r *reading) commentLists() (lists []list) {
	for _, state := range []string{"all", "spam", "trash"} {
		lists = append(lists, list{name: listComments + " " + state, route: "/wp/v2/comments", args: "&type=all&status=" + state, newest: newestFirst, brief: briefOfComments, watched: watchedComments,
			take: func(o *wire.Object) (*item, error) { return r.comment(o), nil }})
	}
	return lists
}

func (r *reading) comment(o *wire.Object) *item {
	id := number(o, "id")
	approved := map[string]string{"approved": "1", "hold": "0"}[text(o, "status")]
	if approved == "" {
		approved = text(o, "status")
	}
	meta := r.metaOf("/wp/v2/comments", o)
	return &item{id: id, kind: KindComment, digest: digestOf(o), store: func(t *tx) error {
		if err := t.exec("INSERT OR REPLACE INTO wp_comments (comment_ID, comment_post_ID, comment_author, comment_author_email, comment_author_url, comment_author_IP, comment_date,"+
			" comment_date_gmt, comment_content, comment_karma, comment_approved, comment_agent, comment_type, comment_parent, user_id) VALUES (?,?,?,?,?,?,?,?,?,0,?,?,?,?,?)",
			id, number(o, "post"), text(o, "author_name"), text(o, "author_email"), text(o, "author_url"), text(o, "author_ip"), stored(text(o, "date")),
			stored(text(o, "date_gmt")), rawOf(o, "content"), approved, text(o, "author_user_agent"), text(o, "type"), number(o, "parent"), number(o, "author")); err != nil {
			return err
		}
		return t.meta(KindComment, id, meta)
	}}
}

// personOf is what stands for an account in the structured data of its page, "" where that
// doesn't tell.
func personOf(head *wire.Object) string {
	_, key, found := strings.Cut(personIn(head).Text("@id"), "#/schema/person/")
	if found && len(key) == 2*16 && strings.Trim(key, "0123456789abcdef") == "" {
		return key
	}
	return ""
}
