package seo

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
	"quoin/internal/transfer/moving"
)

// Options of the reference's extension.
const (
	oldTitles   = "wpseo_titles"
	oldSocial   = "wpseo_social"
	oldFeatures = "wpseo"
	oldTermMeta = "wpseo_taxonomy_meta"
	oldPrefix   = "wpseo_" // of meta keys of accounts and terms
	oldPlugin   = "wordpress-seo/wp-seo"
)

// oldOthers are options and tables of the reference's extension that are made again here,
// or say nothing.
var (
	oldOthers = []string{"wpseo_llmstxt", "wpseo_tracking_only", "yoast_migrations_free", "wpseo_ms", "wpseo_premium"}
	oldTables = []string{"yoast_indexable", "yoast_indexable_hierarchy", "yoast_migrations", "yoast_primary_term", "yoast_seo_links", "yoast_seo_meta", "yoast_expired_locales"}
)

// oldSettings are the settings whose names or options differ there. Others have the same
// name, among the titles.
var oldSettings = map[string]struct{ option, name string }{
	"enable_analysis": {oldFeatures, "keyword_analysis_active"}, "inclusive_language": {oldFeatures, "inclusive_language_analysis_active"},
	"social_a_site": {oldSocial, "facebook_site"}, "social_b_site": {oldSocial, "twitter_site"}, "other_social_urls": {oldSocial, "other_social_urls"},
	"og_default_image": {oldSocial, "og_default_image"}, "og_default_image_id": {oldSocial, "og_default_image_id"},
	"title-home": {oldTitles, "title-home-wpseo"}, "metadesc-home": {oldTitles, "metadesc-home-wpseo"},
	"title-author": {oldTitles, "title-author-wpseo"}, "metadesc-author": {oldTitles, "metadesc-author-wpseo"},
	"noindex-author": {oldTitles, "noindex-author-wpseo"}, "noindex-author-noposts": {oldTitles, "noindex-author-noposts-wpseo"},
	"title-archive": {oldTitles, "title-archive-wpseo"}, "metadesc-archive": {oldTitles, "metadesc-archive-wpseo"}, "noindex-archive": {oldTitles, "noindex-archive-wpseo"},
	"title-search": {oldTitles, "title-search-wpseo"}, "title-404": {oldTitles, "title-404-wpseo"},
}

// oldSeparators are the signs that stand between the parts of titles, by their names.
var oldSeparators = map[string]string{
	"sc-dash": "-", "sc-ndash": "–", "sc-mdash": "—", "sc-colon": ":", "sc-middot": "·", "sc-bull": "•", "sc-star": "*", "sc-smstar": "⋆",
	"sc-pipe": "|", "sc-tilde": "~", "sc-laquo": "«", "sc-raquo": "»", "sc-lt": "<", "sc-gt": ">",
}

// moveIn is how what the reference's extension kept comes along. Fields of entries have
// their own names already; its tables hold what is made of the rest.
func (s *service) moveIn() moving.Extension {
	return moving.Extension{
		Options: slices.Concat([]string{oldTitles, oldSocial, oldFeatures, oldTermMeta}, oldOthers), Tables: oldTables,
		UserMeta: map[string]string{
			"wpseo_title": metaTitle, "wpseo_metadesc": metaDescription, "wpseo_noindex_author": metaAuthorNoIndex, "wpseo_pronouns": metaPronouns,
			moving.PersonKey: metaPersonKey,
		},
		OfTerm:    oldTerm,
		OfEntries: oldPictures,
		Take:      s.takeOld,
	}
}

// takeOld brings the settings that differ from the defaults.
func (s *service) takeOld(ctx context.Context, old *moving.Old) (int, error) {
	if err := s.takePages(ctx, old); err != nil {
		return 0, err
	}
	if err := s.takeFront(ctx, old); err != nil {
		return 0, err
	}
	if err := s.takeVersion(ctx, old); err != nil {
		return 0, err
	}
	changed := &wire.Object{}
	// What is stored there is shown as it is, in whatever language it was written first; the
	// defaults here are in that of the site.
	lang := old.Text("WPLANG")
	translated := lang != "" && !strings.HasPrefix(lang, "en_")
	for _, o := range declared.Options() {
		if strings.HasPrefix(o.Name, "social-") {
			continue // the reference has these, but says titles instead where nobody paid
		}
		v, ok := oldSetting(old, o.Name)
		if !ok {
			continue
		}
		if o.Name == "separator" {
			if sign, ok := oldSeparators[schema.ToText(v)]; ok {
				v = sign
			}
		}
		def := o.Schema.Default
		text, _ := def.(string)
		if v = moving.Like(v, def); !wire.Equal(v, def) || translated && text != "" {
			changed.Set(o.Name, v)
		}
	}
	kinds, more := &wire.Object{}, old.Object(oldTitles).Clone()
	for _, o := range declared.Options() {
		more.Delete(o.Name)
	}
	for _, m := range more.Members() {
		kind, take := ownKind(m.Key)
		if take == nil || m.Value == nil || slices.Contains([]string{"", "0"}, schema.ToText(m.Value)) || m.Value == false {
			continue
		}
		typ, isList := strings.CutPrefix(kind, ofList)
		tax, isTax := strings.CutPrefix(kind, ofTaxonomy)
		switch {
		case strings.HasPrefix(m.Key, "social-"):
		case isTax && s.Taxonomies.Get(old.Name(tax)) == nil, !isTax && s.Types.Get(old.Name(typ)) == nil, isList && typ == content.TypePost:
		default:
			kinds.Set(m.Key, m.Value)
		}
	}
	if kinds.Len() > 0 {
		if err := s.Options.Set(ctx, optionKinds.Name, kinds); err != nil {
			return 0, err
		}
	}
	if changed.Len() == 0 {
		return kinds.Len(), nil
	}
	return changed.Len() + kinds.Len(), s.set(ctx, changed)
}

// takePages switches the pages of attachments off where the extension there led from them to
// the files, whatever the old site itself was set to.
func (s *service) takePages(ctx context.Context, old *moving.Old) error {
	led, _ := old.Object(oldTitles).Lookup("disable-attachment")
	if !schema.ToBool(led) || !slices.Contains(old.Plugins(), oldPlugin) || !site.AttachmentPages.Of(ctx, s.Site) {
		return nil
	}
	return site.AttachmentPages.Set(ctx, s.Site, false)
}

// aVersion is what is taken for the version of an extension.
var aVersion = regexp.MustCompile(`^[0-9][0-9A-Za-z.+-]{0,31}$`)

// takeVersion keeps which version of the extension heads named, since programs may read it there.
func (s *service) takeVersion(ctx context.Context, old *moving.Old) error {
	version := old.Object(oldFeatures).Text("version")
	if !aVersion.MatchString(version) || version == referenceVersion {
		return nil
	}
	return optionVersion.Set(ctx, s.Options, version)
}

// oldSetting is a setting of the old site by its name here.
func oldSetting(old *moving.Old, name string) (any, bool) {
	if at, ok := oldSettings[name]; ok {
		return old.Object(at.option).Lookup(at.name)
	}
	for _, option := range []string{oldTitles, oldFeatures, oldSocial} {
		if v, ok := old.Object(option).Lookup(name); ok {
			return v, true
		}
	}
	return nil, false
}

// oldTerm are the fields of a term, which stand in one option for all terms.
func oldTerm(old *moving.Old, taxonomy string, id int64) content.Meta {
	terms, _ := old.Object(oldTermMeta).Get(taxonomy).(*wire.Object)
	if terms == nil {
		return nil
	}
	fields, _ := terms.Get(schema.ToText(id)).(*wire.Object)
	if fields == nil {
		return nil
	}
	meta := content.Meta{}
	for _, m := range fields.Members() {
		key, ok := strings.CutPrefix(m.Key, oldPrefix)
		if value := schema.ToText(m.Value); ok && value != "" && value != "default" {
			meta[metaPrefix+key] = []any{value}
		}
	}
	return meta
}
