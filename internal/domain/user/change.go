package user

import (
	"context"
	"maps"

	"quoin/internal/domain/content"
	"quoin/internal/platform/access"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/markup/sanitize"
	"quoin/internal/platform/scope"
)

// Change names what is to become of an account; what is nil stays as it is.
type Change struct {
	Login       *string // only when an account is made
	Email       *string
	Password    *string // in the clear
	Hash        *string // of a password, instead of Password: imports bring it
	Name        *string
	FirstName   *string
	LastName    *string
	Nickname    *string
	URL         *string
	Description *string
	Locale      *string
	Slug        *string
	// Roles replaces all roles; an empty list takes them away.
	Roles *[]string
	// Rights gives the account a right for itself (true), or takes it away (false).
	Rights access.Own
	// RightsByRole are rights that its roles decide again.
	RightsByRole []access.Capability
	// Registered is the moment of registration (UTC); imports set it.
	Registered *string
	// Meta replaces the values of keys beside those above; an empty list
	// removes one. Other keys stay.
	Meta content.Meta
}

// changeRights gives and takes rights of the account's own.
func (c Change) changeRights(u *User) {
	if c.Rights == nil && c.RightsByRole == nil {
		return
	}
	rights := maps.Clone(u.Rights)
	if rights == nil {
		rights = access.Own{}
	}
	maps.Copy(rights, c.Rights)
	for _, right := range c.RightsByRole {
		delete(rights, right)
	}
	u.Rights = rights.Clean()
}

// filtered is the change with its texts in their stored form.
func (c Change) filtered(ctx context.Context) Change {
	for _, field := range []struct {
		name   string
		at     **string
		filter func(string) string
	}{
		{"name", &c.Name, sanitize.TermName},
		{"first name", &c.FirstName, sanitize.TermName},
		{"last name", &c.LastName, sanitize.TermName},
		{"nickname", &c.Nickname, sanitize.TermName},
		{"description", &c.Description, sanitize.TermDescription},
		{"e-mail address", &c.Email, clean.Email},
		{"home page", &c.URL, storedURL},
	} {
		if *field.at != nil {
			v := scope.OnText(ctx, "filtering the "+field.name+" of an account", **field.at, field.filter)
			*field.at = &v
		}
	}
	return c
}

// storedURL is an address as it is stored: cleaned, and with its ampersands as
// in HTML.
func storedURL(url string) string {
	return entity.Normalize(clean.URL(clean.StripAllTags(url), nil))
}

// textMeta are the texts of the change that are stored as meta.
func (c Change) textMeta() map[string]*string {
	return map[string]*string{
		MetaFirstName: c.FirstName, MetaLastName: c.LastName, MetaNickname: c.Nickname,
		MetaDescription: c.Description, MetaLocale: c.Locale,
	}
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
