package user

import (
	"quoin/internal/markup/clean"
	"quoin/internal/markup/entity"
	"quoin/internal/markup/sanitize"
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
	// Registered is the moment of registration (UTC); imports set it.
	Registered *string
}

// filtered is the change with its texts in their stored form.
func (c Change) filtered() Change {
	for _, field := range []struct {
		at     **string
		filter func(string) string
	}{
		{&c.Name, sanitize.TermName},
		{&c.FirstName, sanitize.TermName},
		{&c.LastName, sanitize.TermName},
		{&c.Nickname, sanitize.TermName},
		{&c.Description, sanitize.TermDescription},
		{&c.Email, clean.Email},
		{&c.URL, storedURL},
	} {
		if *field.at != nil {
			v := field.filter(**field.at)
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

// meta are the meta values that the change sets.
func (c Change) meta() map[string]*string {
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
