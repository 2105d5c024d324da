package seo

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/ext/seo/head"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/tags"
	"quoin/internal/platform/scope"
)

// part tells which page of an entry or a list a head is for.
type part struct {
	page, pages int
	url         string // its address, where that isn't the usual one of what it shows
	visited     bool   // the head is for the page itself, not for who asks for it
	shown       bool   // an attachment is what the request shows, in a list or on its page

	// What a page that is visited shows: what the list is called, who wrote the last
	// entry in it, and the name by which the page was asked for.
	archive string
	author  int64
	name    string
}

func first() part { return part{page: 1, pages: 1} }

// headSite is what all heads of the site share.
func (s *facts) headSite(ctx context.Context, t *settings) (*head.Site, error) {
	out := &head.Site{
		Home: s.Site.Base(ctx) + "/", Name: clean.StripAllTags(s.Site.Title(ctx)), Tagline: s.Site.Tagline(ctx),
		Locale: s.Site.Language(ctx), Core: s.Site.Texts(ctx), Own: s.texts(ctx), Separator: t.Separator,
		WebsiteName: t.WebsiteName, AlternateName: t.AlternateName,
		Publisher: t.SocialA, Handle: t.SocialB,
		HomeCrumb: t.Crumbs.Home, ArchiveCrumb: t.Crumbs.Archive,
		SearchCrumb: t.Crumbs.Search, Generator: generator,
	}
	var err error
	if out.Start, err = s.start(ctx); err != nil {
		return nil, err
	}
	switch t.StandsFor {
	case "company":
		logo, err := s.companyLogo(ctx, t)
		if err != nil || logo == nil {
			return out, err
		}
		out.Company = &head.Organization{
			Name: t.Company.Name, AlternateName: t.Company.AlternateName, Logo: logo, Profiles: profiles(t),
		}
		if out.Company.Name == "" {
			out.Company.Name = or(t.WebsiteName, s.Site.Title(ctx))
		}
	case "person":
		owner, err := s.person(ctx, t.UserID)
		if err != nil || owner == nil {
			return out, err
		}
		if owner.Logo, err = s.picture(ctx, t); err != nil {
			return nil, err
		}
		out.Owner, out.Publisher = owner, owner.SocialA
	}
	return out, nil
}

// companyLogo is the attachment that was chosen as the company's logo, by its id or else by
// its address, or the logo of the site; nil for none.
//
// Compat (api.TestSEOConfiguration): one that was chosen by an id and isn't there has no address.
func (s *facts) companyLogo(ctx context.Context, t *settings) (*head.Image, error) {
	id := t.Company.LogoID
	if id <= 0 {
		var err error
		if id, err = s.attachmentAt(ctx, t.Company.Logo); err != nil {
			return nil, err
		}
	}
	if id <= 0 {
		id = site.Logo.Of(ctx, s.Site)
	}
	i, err := s.chosenImage(ctx, id)
	if i == nil && err == nil && id > 0 {
		i = &head.Image{}
	}
	return i, err
}

// picture is the attachment that was chosen as the person's picture, or the logo of the
// site; nil for none.
//
// Compat (api.TestLogosByTheirAddress): the address alone chooses none.
func (s *facts) picture(ctx context.Context, t *settings) (*head.Image, error) {
	i, err := s.chosenImage(ctx, t.Person.LogoID)
	if err != nil || i != nil {
		return i, err
	}
	return s.chosenImage(ctx, site.Logo.Of(ctx, s.Site))
}

// profiles are the addresses of the site in social networks.
func profiles(t *settings) []string {
	var out []string
	add := func(address string) {
		if address != "" && !slices.Contains(out, address) {
			out = append(out, address)
		}
	}
	add(t.SocialA)
	if handle := t.SocialB; handle != "" {
		add("https://x.com/" + handle)
	}
	for _, address := range t.Profiles {
		add(address)
	}
	return out
}

// person is what heads tell about a user, nil when there is none.
func (s *facts) person(ctx context.Context, id int64) (*head.Person, error) {
	if id <= 0 {
		return nil, nil
	}
	found, err := s.Store.UsersByID(ctx, []int64{id})
	u := found[id]
	if err != nil || u == nil {
		return nil, err
	}
	p := &head.Person{
		ID: id, Key: s.personKey(ctx, u), Name: u.Name, Pronouns: u.Meta.Text(metaPronouns), About: u.Meta.Text(user.MetaDescription), Page: user.Link(ctx, s.Site, u),
		SocialA: u.Meta.Text("facebook"), Handle: strings.TrimLeft(strings.TrimSpace(u.Meta.Text("twitter")), "@"),
	}
	if site.ShowAvatars.Of(ctx, s.Site) {
		p.Avatar = user.Avatar(ctx, s.Site, u.Email, 96)
	}
	add := func(address string) {
		if address != "" && !slices.Contains(p.Profiles, address) {
			p.Profiles = append(p.Profiles, address)
		}
	}
	add(user.HomePage(ctx, s.Site, u))
	for _, key := range []string{
		"facebook", "instagram", "linkedin", "pinterest", "twitter", "myspace", "youtube", "soundcloud", "tumblr", "wikipedia",
	} {
		v := u.Meta.Text(key)
		if v != "" && key == "twitter" {
			v = "https://x.com/" + p.Handle
		}
		add(v)
	}
	return p, nil
}

// personKey stands for a user in structured data. It tells nobody the name to
// log in with.
func (s *facts) personKey(ctx context.Context, u *user.User) string {
	if moved := u.Meta.Text(metaPersonKey); moved != "" {
		return moved
	}
	key, err := s.Secrets.Key(ctx, "person")
	if err != nil {
		scope.Failed(ctx, err)
	}
	sum := sha256.Sum256(append(key, u.Login...))
	return hex.EncodeToString(sum[:16])
}

// shorten is a text without tags of at most n characters, cut between words.
func shorten(text string, n int) string {
	text = clean.StripAllTags(text)
	if len([]rune(text)) <= n {
		return text
	}
	text = tags.Excerpt(text, n, "")
	if i := strings.LastIndexByte(text, ' '); i > 0 {
		text = text[:i]
	}
	return text
}
