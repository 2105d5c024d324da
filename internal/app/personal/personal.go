// Package personal tells people what a site knows of them, and forgets it.
package personal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"slices"
	"strings"

	"quoin/internal/domain/audit"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/definition"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/ext"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
)

// Store keeps what a site knows of people.
type Store interface {
	content.Store
	user.Store
	user.SessionStore
	user.FactorStore
	comment.Store
	audit.Store
	user.RequestStore
	EraseAudit(ctx context.Context, id int64, login, email string) error
}

// Data tells and erases what a site knows of people.
type Data struct {
	Store       Store
	Site        *site.Site
	Types       *content.Types
	Definitions *definition.Service
	Entries     *content.Service
	Users       *user.Service
	Comments    *comment.Service
	// Extensions are what those keep that work, by id.
	Extensions iter.Seq2[string, *ext.Personal]
}

// person is whom a log-in name or an e-mail address means: an account, or
// somebody who wrote comments without one.
func (d *Data) person(ctx context.Context, who string) (ext.Person, error) {
	p, err := d.personByLoginOrEmail(ctx, who)
	if err == nil {
		p.Addresses, err = d.addressesOf(ctx, p)
	}
	return p, err
}

// withEmail is who has an address. A log-in name never means anybody here: another's may
// be the address.
func (d *Data) withEmail(ctx context.Context, email string) (ext.Person, error) {
	p := ext.Person{Email: email}
	u, err := d.Store.UserByEmail(ctx, email)
	switch {
	case err == nil:
		p.User, p.Email = u, u.Email
	case !errors.Is(err, user.ErrNotFound):
		return p, err
	}
	p.Addresses, err = d.addressesOf(ctx, p)
	return p, err
}

// Refused is why nothing is told or erased of a person.
type Refused string

func (r Refused) Error() string { return string(r) }

func refuse(format string, values ...any) error {
	return Refused(fmt.Sprintf(format, values...))
}

func (d *Data) personByLoginOrEmail(ctx context.Context, who string) (ext.Person, error) {
	u, err := d.Store.UserByLogin(ctx, who)
	if errors.Is(err, user.ErrNotFound) && strings.Contains(who, "@") {
		u, err = d.Store.UserByEmail(ctx, who)
	}
	switch {
	case err == nil:
		return ext.Person{User: u, Email: u.Email}, nil
	case !errors.Is(err, user.ErrNotFound):
		return ext.Person{}, err
	case strings.Contains(who, "@"):
		return ext.Person{Email: who}, nil
	}
	return ext.Person{}, refuse("there is no user %q", who)
}

// recordOf are the lines of the audit log that name somebody.
func (d *Data) recordOf(ctx context.Context, p ext.Person) ([]*audit.Entry, error) {
	names := []string{p.Email}
	if p.User != nil {
		names = append(names, p.User.Login)
	}
	list := []*audit.Entry{}
	for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
		if name == "" {
			continue
		}
		found, err := d.Store.ListAudit(ctx, audit.Query{About: name, Limit: maxAuditShown})
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

// addressesOf are the addresses from which somebody logged in or commented.
func (d *Data) addressesOf(ctx context.Context, p ext.Person) ([]string, error) {
	var list []string
	err := d.commentsOf(ctx, p, func(c *comment.Comment) error {
		list = append(list, c.AuthorIP)
		return nil
	})
	if err != nil {
		return nil, err
	}
	record, err := d.recordOf(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, e := range record {
		// What failed or was done to an account may have been somebody else.
		if p.User != nil && e.Actor == p.User.ID {
			list = append(list, e.IP)
		}
	}
	if p.User != nil {
		sessions, err := d.Store.Sessions(ctx, p.User.ID, "")
		if err != nil {
			return nil, err
		}
		for _, s := range sessions {
			list = append(list, s.IP)
		}
		passwords, err := d.Store.AppPasswords(ctx, p.User.ID)
		if err != nil {
			return nil, err
		}
		for _, used := range passwords {
			list = append(list, used.LastIP)
		}
	}
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(ip string) bool { return ip == "" }), nil
}

// commentStep is how many comments are read at a time.
const commentStep = 200

// commentsOf calls fn with each comment that somebody wrote: with the account,
// or with the address.
func (d *Data) commentsOf(ctx context.Context, p ext.Person, fn func(c *comment.Comment) error) error {
	var queries []comment.Query
	if p.User != nil {
		queries = append(queries, comment.Query{Authors: []int64{p.User.ID}})
	}
	if p.Email != "" {
		queries = append(queries, comment.Query{AuthorEmail: p.Email})
	}
	var ids []int64
	for _, q := range queries {
		q.Order, q.Limit, q.SkipTotal = "id", commentStep, true
		for {
			page, err := d.Store.ListComments(ctx, q)
			if err != nil {
				return err
			}
			for _, c := range page.Comments {
				ids = append(ids, c.ID)
			}
			if len(page.Comments) < commentStep {
				break
			}
			q.Offset += commentStep
		}
	}
	slices.Sort(ids)
	for chunk := range slices.Chunk(slices.Compact(ids), commentStep) {
		found, err := d.Store.CommentsByID(ctx, chunk)
		if err != nil {
			return err
		}
		for _, id := range chunk {
			if c := found[id]; c != nil {
				if err := fn(c); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// entriesOf are the ids of what somebody wrote, in whatever state: all of it, or
// what is owned, as patterns and menus of the site aren't.
func (d *Data) entriesOf(ctx context.Context, u *user.User, owned bool) ([]int64, error) {
	var types []string
	for _, t := range d.Types.All() {
		if !owned || t.Has("author") {
			types = append(types, t.Name)
		}
	}
	page, err := d.Store.ListEntries(ctx, content.Query{
		Types: types, Authors: []int64{u.ID}, SkipTotal: true, SkipMeta: true, OnlyIDs: true, Order: []content.Order{{By: content.ByID}},
	})
	if err != nil {
		return nil, err
	}
	var ids []int64
	for _, e := range page.Entries {
		ids = append(ids, e.ID)
	}
	return ids, nil
}

// maxAuditShown bounds what of the audit log is told to one person.
const maxAuditShown = 100_000

// Export writes as JSON what the site knows of an account, or of somebody
// who wrote comments with an address.
func (d *Data) Export(ctx context.Context, who string, w io.Writer) error {
	p, err := d.person(ctx, who)
	if err != nil {
		return err
	}
	return d.export(ctx, p, who, w)
}

func (d *Data) export(ctx context.Context, p ext.Person, who string, w io.Writer) error {
	record, err := d.recordOf(ctx, p)
	if err != nil {
		return err
	}
	out := map[string]any{"site": d.Site.Base(ctx), "asked_for": who, "record": record, "addresses": p.Addresses}
	if p.User != nil {
		if err := d.exportAccount(ctx, p.User, out); err != nil {
			return err
		}
	}
	comments := []map[string]any{}
	err = d.commentsOf(ctx, p, func(c *comment.Comment) error {
		comments = append(comments, map[string]any{
			"id": c.ID, "entry": c.Entry, "date": c.DateUTC, "status": string(c.Status), "type": c.ShownType(), "name": c.AuthorName, "email": c.AuthorEmail,
			"url": c.AuthorURL, "ip": c.AuthorIP, "browser": c.Agent, "content": c.Content, "meta": c.Meta,
		})
		return nil
	})
	if err != nil {
		return fmt.Errorf("comments of %s: %w", who, err)
	}
	out["comments"] = comments
	if out["requests"], err = d.requestsOf(ctx, p); err != nil {
		return err
	}
	for id, of := range d.Extensions {
		kept, err := of.Export(ctx, p)
		if err != nil {
			return fmt.Errorf("extension %s: %w", id, err)
		}
		if kept != nil {
			out["extension_"+id] = kept
		}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}

func (d *Data) exportAccount(ctx context.Context, u *user.User, out map[string]any) error {
	out["account"] = map[string]any{
		"id": u.ID, "login": u.Login, "email": u.Email, "name": u.Name, "url": u.URL, "slug": u.Slug, "registered": u.Registered, "roles": u.Roles, "rights": u.Rights, "meta": u.Meta,
	}
	sessions, err := d.Store.Sessions(ctx, u.ID, "")
	if err != nil {
		return err
	}
	for _, s := range sessions {
		s.ID = "" // of use to nobody but an attacker
	}
	passwords, err := d.Store.AppPasswords(ctx, u.ID)
	if err != nil {
		return err
	}
	shown := []map[string]any{}
	for _, p := range passwords {
		shown = append(shown, map[string]any{"name": p.Name, "created": p.Created, "last_used": p.LastUsed, "last_ip": p.LastIP, "scope": p.Scope, "expires": p.Expires})
	}
	factors, err := d.Store.Factors(ctx, u.ID)
	if err != nil {
		return err
	}
	kinds := []map[string]any{}
	for _, f := range factors {
		kinds = append(kinds, map[string]any{"kind": f.Kind, "name": f.Name, "created": f.Created, "used": f.Used})
	}
	ids, err := d.entriesOf(ctx, u, false)
	if err != nil {
		return err
	}
	entries := []map[string]any{}
	for chunk := range slices.Chunk(ids, commentStep) {
		found, err := d.Store.EntriesByID(ctx, chunk)
		if err != nil {
			return err
		}
		for _, id := range chunk {
			if e := found[id]; e != nil {
				one := map[string]any{
					"id": e.ID, "type": e.Type, "status": string(e.Status), "date": e.Date, "title": e.Title, "content": e.Content, "excerpt": e.Excerpt,
				}
				if values := d.fieldsOfEntry(ctx, e); len(values) > 0 {
					one["fields"] = values
				}
				entries = append(entries, one)
			}
		}
	}
	named := []map[string]any{}
	if err := d.Definitions.BuildIndexes(ctx, nil); err != nil {
		return err
	}
	list, err := d.leadingTo(ctx, u.ID)
	if err != nil {
		return err
	}
	for _, l := range list {
		named = append(named, map[string]any{"id": l.entry.ID, "type": l.entry.Type, "title": l.entry.Title, "fields": l.keys})
	}
	out["named_in"] = named
	out["sessions"], out["application_passwords"], out["second_factors"], out["entries"] = sessions, shown, kinds, entries
	return nil
}

// Erasure says what becomes of what somebody wrote.
type Erasure struct {
	// KeepAccount leaves the account, with its entries, as it is.
	KeepAccount bool
	// Reassign is the log-in name of the account that gets the entries;
	// DeleteEntries deletes them instead. An account that has entries can't be
	// erased without either.
	Reassign      string
	DeleteEntries bool
	// DeleteComments deletes comments, which else stay without what tells of
	// their writer.
	DeleteComments bool
	// By is the account of who asks, which is never erased; 0 for the command.
	By int64
	// keep is the request that is answered, which stays; 0 for none.
	keep int64
}

var errEraseSelf = fault.New(http.StatusConflict, "erase_self", "You can't erase yourself.")

// Erased counts what was erased.
type Erased struct {
	Account  bool
	Entries  int
	Comments int
	Fields   int // fields of entries that led to the account
}

// anonymous is the name of who wrote a comment and was erased.
const anonymous = "Anonymous"

// Erase forgets an account, or somebody who wrote comments with an address:
// all of it, or nothing.
func (d *Data) Erase(ctx context.Context, who string, how Erasure) (Erased, error) {
	var done Erased
	p, err := d.person(ctx, who)
	if err != nil {
		return done, err
	}
	if err := d.Definitions.BuildIndexes(ctx, nil); err != nil {
		return done, err
	}
	return d.erase(ctx, p, how)
}

// erase forgets a person, once there are indexes of what leads to accounts.
func (d *Data) erase(ctx context.Context, p ext.Person, how Erasure) (done Erased, err error) {
	account := p.User
	switch {
	case how.KeepAccount:
		account = nil
	case account != nil && account.ID == how.By:
		return done, errEraseSelf
	}
	err = d.Store.InTx(ctx, func(ctx context.Context) error {
		done = Erased{}
		if err := d.eraseComments(ctx, p, how, &done); err != nil {
			return fmt.Errorf("comments of %s: %w", p.Email, err)
		}
		if err := d.eraseRequests(ctx, p, how.keep); err != nil {
			return err
		}
		known := p
		known.User = account
		for id, of := range d.Extensions {
			if err := of.Erase(ctx, known); err != nil {
				return fmt.Errorf("extension %s: %w", id, err)
			}
		}
		switch {
		case account != nil:
			return d.eraseAccount(ctx, account, how, &done)
		case p.User != nil:
			return nil // the record of what the account did goes with it
		}
		return d.Store.EraseAudit(ctx, 0, "", p.Email)
	})
	return done, err
}

// requestsOf are the requests for the data of somebody.
func (d *Data) requestsOf(ctx context.Context, p ext.Person) ([]map[string]any, error) {
	told := []map[string]any{}
	if p.Email == "" {
		return told, nil
	}
	list, err := d.Store.RequestsOf(ctx, p.Email)
	for _, r := range list {
		told = append(told, map[string]any{
			"kind": string(r.Kind), "email": r.Email, "status": string(r.Status), "created": r.Created, "asked": r.Asked, "confirmed": r.Confirmed, "completed": r.Completed,
		})
	}
	return told, err
}

// eraseRequests forgets the requests for the data of somebody but the one that is answered.
func (d *Data) eraseRequests(ctx context.Context, p ext.Person, keep int64) error {
	if p.Email == "" {
		return nil
	}
	list, err := d.Store.RequestsOf(ctx, p.Email)
	if err != nil {
		return err
	}
	for _, r := range list {
		if r.ID == keep {
			continue
		}
		if err := d.Store.DeleteRequest(ctx, r.ID); err != nil {
			return err
		}
	}
	return nil
}

func (d *Data) eraseComments(ctx context.Context, p ext.Person, how Erasure, done *Erased) error {
	none, name := "", anonymous
	var nobody int64
	fields := content.Meta{}
	for _, key := range d.fieldsOfComments(ctx) {
		fields[key] = []any{}
	}
	return d.commentsOf(ctx, p, func(c *comment.Comment) error {
		done.Comments++
		if how.DeleteComments {
			return d.Comments.Delete(ctx, c)
		}
		_, err := d.Comments.Update(ctx, access.System(), c, comment.Change{
			User: &nobody, Name: &name, Email: &none, URL: &none, IP: &none, Agent: &none, Meta: fields,
		})
		return err
	})
}

func (d *Data) eraseAccount(ctx context.Context, u *user.User, how Erasure, done *Erased) error {
	if err := d.Users.KeepsOwner(ctx, u, nil); errors.Is(err, user.ErrLastAdministrator) {
		return refuse("%s is the only administrator: make another one first", u.Login)
	} else if err != nil {
		return err
	}
	ids, err := d.entriesOf(ctx, u, true)
	if err != nil {
		return err
	}
	var nobody int64
	done.Account, done.Entries = true, len(ids)
	to := &nobody // gets what isn't owned
	switch {
	case how.Reassign != "":
		heir, err := d.Store.UserByLogin(ctx, how.Reassign)
		if err != nil || heir.ID == u.ID {
			return refuse("there is no other user %q who could get the entries", how.Reassign)
		}
		to = &heir.ID
	case how.DeleteEntries:
		for _, id := range ids {
			e, err := d.Store.EntryByID(ctx, id)
			if errors.Is(err, content.ErrNotFound) {
				continue // a revision that went with its entry
			}
			if err != nil {
				return err
			}
			if err := d.Entries.Delete(ctx, e); err != nil {
				return err
			}
		}
	case len(ids) > 0:
		return refuse("%s has %d entries: give them to somebody with --reassign LOGIN, or delete them with --delete-entries", u.Login, len(ids))
	}
	if done.Fields, err = d.forgetIn(ctx, u.ID); err != nil {
		return fmt.Errorf("fields that lead to %s: %w", u.Login, err)
	}
	if err := d.Users.Delete(ctx, access.System(), u, to); err != nil {
		return err
	}
	return d.Store.EraseAudit(ctx, u.ID, u.Login, u.Email)
}
