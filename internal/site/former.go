package site

import (
	"context"
	"slices"

	"quoin/internal/schema"
)

// AddressForm is what the addresses of entries and terms follow from: the
// structure of those of posts, and what those of categories and tags begin with.
// See CheckPermalinks.
type AddressForm struct{ Posts, Categories, Tags string }

// AddressForm is the form that addresses have.
func (s *Site) AddressForm(ctx context.Context) AddressForm {
	return AddressForm{s.Permalinks(ctx), s.Text(ctx, "category_base", ""), s.Text(ctx, "tag_base", "")}
}

const optionFormer = "quoin_former_addresses"

// maxFormer bounds how many former forms are remembered: an address that means
// nothing is read by each.
const maxFormer = 5

// SetAddressForm gives addresses another form, and remembers the one that they
// had. It refuses what CheckPermalinks refuses.
func (s *Site) SetAddressForm(ctx context.Context, to AddressForm) error {
	if err := CheckPermalinks(to.Posts, to.Categories, to.Tags); err != nil {
		return err
	}
	now := s.AddressForm(ctx)
	if now == to {
		return nil
	}
	former := slices.DeleteFunc(s.FormerAddresses(ctx), func(f AddressForm) bool { return f == now || f == to })
	if now.Posts != "" { // plain addresses lead on by themselves
		former = slices.Insert(former, 0, now)
	}
	list := []any{}
	for _, f := range former[:min(len(former), maxFormer)] {
		list = append(list, []any{f.Posts, f.Categories, f.Tags})
	}
	if err := s.SetOption(ctx, optionFormer, list); err != nil {
		return err
	}
	for _, o := range []struct{ name, old, new string }{
		{"permalink_structure", now.Posts, to.Posts}, {"category_base", now.Categories, to.Categories}, {"tag_base", now.Tags, to.Tags},
	} {
		if o.old != o.new {
			if err := s.SetOption(ctx, o.name, o.new); err != nil {
				return err
			}
		}
	}
	return nil
}

// FormerAddresses are the forms that addresses had before, the last one first.
func (s *Site) FormerAddresses(ctx context.Context) []AddressForm {
	stored, _ := s.Option(ctx, optionFormer)
	list, _ := stored.([]any)
	var out []AddressForm
	for _, v := range list[:min(len(list), maxFormer)] {
		if parts, ok := v.([]any); ok && len(parts) == 3 {
			f := AddressForm{schema.ToText(parts[0]), schema.ToText(parts[1]), schema.ToText(parts[2])}
			if f.Posts != "" && CheckPermalinks(f.Posts, f.Categories, f.Tags) == nil {
				out = append(out, f)
			}
		}
	}
	return out
}
