package seo

import (
	"context"
	"strconv"
	"strings"
	"time"

	"quoin/internal/display/render/datefmt"
	"quoin/internal/display/render/escape"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/ext/seo/head"
	"quoin/internal/platform/language"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/shortcode"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
)

func itoa(n int) string { return strconv.Itoa(n) }

// excerptLength is how many characters the variable excerpt has.
const excerptLength = 156

// listVars are the variables that every page has.
func (s *facts) listVars(ctx context.Context, at part) head.Vars {
	return func(name string) string {
		switch name {
		case "sitename":
			return clean.StripAllTags(s.Site.Title(ctx))
		case "sitedesc":
			return clean.StripAllTags(s.Site.Tagline(ctx))
		case "sep":
			return s.separator(ctx)
		case "page":
			if at.page < 2 {
				return ""
			}
			return s.separator(ctx) + " " + language.Fill(s.texts(ctx).Of("Page %1$d of %2$d"), itoa(at.page), itoa(max(at.page, at.pages)))
		case "pagenumber":
			return itoa(max(at.page, 1))
		case "pagetotal":
			return itoa(max(at.pages, 1))
		case "currentdate", "currenttime", "currentday", "currentmonth", "currentyear":
			return s.present(ctx, name)
		case "archive_title":
			return or(at.archive, s.Site.Texts(ctx).Of("Archives"))
		case "term404":
			return clean.TextField(strings.ReplaceAll(at.name, "-", " "))
		case "date":
			// Compat (api.TestTemplatesOfLists): a list that isn't of a time has the year 0.
			if at.visited {
				return "0"
			}
		case "userid":
			return ""
		}
		v, _ := s.authorVar(ctx, at.author, name)
		return v
	}
}

// angles are signs as what begins and ends no element, and those beyond ASCII that are offered by
// names, as numbers.
//
// Compat (api.TestTemplatesOfLists): texts of the API have these numbers, too.
var angles = strings.NewReplacer("<", "&#060;", ">", "&#062;", "–", "&#8211;", "—", "&#8212;", "·", "&#183;", "•", "&#8226;",
	"⋆", "&#8902;", "«", "&#171;", "»", "&#187;")

// separator is the sign between the parts of titles, as it stands in them.
func (s *facts) separator(ctx context.Context) string {
	return angles.Replace(s.settings(ctx).Separator)
}

// present tells the present time, which ends how long what is made of it is
// true.
func (s *facts) present(ctx context.Context, name string) string {
	now := s.Site.Now(ctx)
	scope.ExpiresAt(ctx, now.Add(time.Minute))
	format := map[string]string{"currentday": "j", "currentmonth": "F", "currentyear": "Y"}[name]
	switch name {
	case "currentdate":
		format = site.DateFormat.Of(ctx, s.Site)
	case "currenttime":
		format = site.TimeFormat.Of(ctx, s.Site)
	}
	return datefmt.In(s.Site.Texts(ctx), now, format)
}

// formatted is a stored date in a form.
func (s *facts) formatted(ctx context.Context, stored, format string) string {
	t, err := time.ParseInLocation(site.DateForm, stored, s.Site.Zone(ctx))
	if err != nil {
		return ""
	}
	return datefmt.In(s.Site.Texts(ctx), t, format)
}

// entryVars are the variables of the page of an entry. What a password protects
// isn't in them.
func (s *facts) entryVars(ctx context.Context, e *content.Entry, terms []*taxonomy.Term, at part) head.Vars {
	list := s.listVars(ctx, at)
	locked := e.Password != ""
	text := func() string {
		if locked {
			return ""
		}
		return clean.StripAllTags(shortcode.Strip(e.Content, s.Renderer.ShortcodeNames(ctx)))
	}
	return func(name string) string {
		switch name {
		case "title":
			return e.Title
		case "excerpt":
			if locked {
				return ""
			}
			if own := clean.StripAllTags(e.Excerpt); own != "" {
				return own
			}
			return shorten(text(), excerptLength)
		case "excerpt_only", "caption":
			if locked {
				return ""
			}
			return clean.StripAllTags(e.Excerpt)
		case "post_content":
			return text()
		case "category", "tag":
			return namesOf(terms, map[string]string{"category": taxonomy.Category, "tag": taxonomy.Tag}[name])
		case "primary_category":
			return categoryName(terms, func(t *taxonomy.Term) bool { return t.ID == e.Meta.Int(metaPrimary) })
		case "category_title":
			return categoryName(terms, func(*taxonomy.Term) bool { return true })
		case "parent_title":
			found, err := s.Store.EntriesByID(ctx, []int64{e.Parent})
			if up := found[e.Parent]; err == nil && up != nil {
				return s.View.Title(ctx, up)
			}
			return ""
		case "date":
			return s.formatted(ctx, e.Date, site.DateFormat.Of(ctx, s.Site))
		case "modified":
			return s.formatted(ctx, e.Modified, site.DateFormat.Of(ctx, s.Site))
		case "post_year", "post_month", "post_day":
			return s.formatted(ctx, e.Date, map[string]string{"post_year": "Y", "post_month": "F", "post_day": "d"}[name])
		case "id":
			return strconv.FormatInt(e.ID, 10)
		case "permalink":
			return s.Links.Link(ctx, e)
		case "focuskw":
			return metaText(e.Meta, metaKeyphrase)
		case "pt_single", "pt_plural":
			return s.typeName(ctx, e.Type, name == "pt_plural")
		}
		if v, ok := s.authorVar(ctx, e.Author, name); ok {
			return v
		}
		switch {
		case strings.HasPrefix(name, "cf_"):
			if key := name[3:]; !strings.HasPrefix(key, "_") {
				return clean.TextField(schema.ToText(e.Meta.Get(key)))
			}
			return ""
		case strings.HasPrefix(name, "ct_desc_"):
			for _, t := range terms {
				if t.Taxonomy == name[8:] {
					return clean.StripAllTags(t.Description)
				}
			}
			return ""
		case strings.HasPrefix(name, "ct_"):
			return namesOf(terms, name[3:])
		}
		return list(name)
	}
}

// authorVar is a variable that tells about a user.
func (s *facts) authorVar(ctx context.Context, id int64, name string) (string, bool) {
	switch name {
	case "name", "user_description", "userid", "author_first_name", "author_last_name":
	default:
		return "", false
	}
	found, err := s.Store.UsersByID(ctx, []int64{id})
	u := found[id]
	if err != nil || u == nil {
		return "", true
	}
	switch name {
	case "name":
		return u.Name, true
	case "user_description":
		return clean.StripAllTags(u.Meta.Text(user.MetaDescription)), true
	case "author_first_name":
		return u.Meta.Text(user.MetaFirstName), true
	case "author_last_name":
		return u.Meta.Text(user.MetaLastName), true
	}
	return strconv.FormatInt(u.ID, 10), true
}

func namesOf(terms []*taxonomy.Term, tax string) string {
	var names []string
	for _, t := range terms {
		if t.Taxonomy == tax {
			names = append(names, t.Name)
		}
	}
	return strings.Join(names, ", ")
}

// categoryName is the name of the first category that is wanted, "" for none.
func categoryName(terms []*taxonomy.Term, wanted func(t *taxonomy.Term) bool) string {
	for _, t := range terms {
		if t.Taxonomy == taxonomy.Category && wanted(t) {
			return t.Name
		}
	}
	return ""
}

// typeName is what a type is called in titles.
func (s *facts) typeName(ctx context.Context, typ string, plural bool) string {
	place := "singular_name"
	if plural {
		place = "name"
	}
	if t := s.Types.Get(typ); t != nil {
		return content.TranslateLabel(t.Label(place), s.Site.Texts(ctx), content.TypeNames)
	}
	return typ
}

// termVars are the variables of the archive of a term; up are those above it.
func (s *facts) termVars(ctx context.Context, m *taxonomy.Term, up []*taxonomy.Term, at part) head.Vars {
	list := s.listVars(ctx, at)
	return func(name string) string {
		switch name {
		case "pt_single", "pt_plural":
			// Compat (api.TestTemplatesOfLists): formats are of posts alone, which their pages say.
			if m.Taxonomy == taxonomy.Format && at.visited {
				return s.typeName(ctx, content.TypePost, name == "pt_plural")
			}
			return ""
		case "term_title":
			return m.Name
		case "term_description", "category_description", "tag_description":
			return clean.StripAllTags(m.Description)
		case "term_hierarchy":
			if tax := s.Taxonomies.Get(m.Taxonomy); tax == nil || !tax.Hierarchical {
				return ""
			}
			var names []string
			for _, t := range up {
				names = append(names, t.Name)
			}
			return escape.HTML(strings.Join(append(names, m.Name), " "+s.settings(ctx).Separator+" "))
		}
		if key, ok := strings.CutPrefix(name, "cf_"); ok && !strings.HasPrefix(key, "_") {
			return clean.TextField(schema.ToText(m.Meta.Get(key)))
		}
		return list(name)
	}
}

// authorVars are the variables of the posts of a user.
func (s *facts) authorVars(ctx context.Context, u *user.User, at part) head.Vars {
	list := s.listVars(ctx, at)
	return func(name string) string {
		if v, ok := s.authorVar(ctx, u.ID, name); ok {
			return v
		}
		return list(name)
	}
}
