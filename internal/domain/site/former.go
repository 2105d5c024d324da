package site

import (
	"context"
	"slices"

	"quoin/internal/platform/schema"
)

// AddressForm is what the addresses of entries and terms follow from: the
// structure of those of posts, and what those of categories and tags begin with.
// See CheckPermalinks.
type AddressForm struct{ Posts, Categories, Tags string }

// AddressForm is the form that addresses have.
func (s *Site) AddressForm(ctx context.Context) AddressForm {
	return AddressForm{Permalinks.Of(ctx, s), CategoryBase.Of(ctx, s), TagBase.Of(ctx, s)}
}

// With is the form with another value of one of its options; ok is false for the name of
// another option.
func (f AddressForm) With(option, value string) (form AddressForm, ok bool) {
	switch option {
	case Permalinks.Name:
		f.Posts = value
	case CategoryBase.Name:
		f.Categories = value
	case TagBase.Name:
		f.Tags = value
	default:
		return f, false
	}
	return f, true
}

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
	if err := formerAddresses.Set(ctx, s, list); err != nil {
		return err
	}
	for _, o := range []struct {
		option   *Option[string]
		old, new string
	}{
		{Permalinks, now.Posts, to.Posts}, {CategoryBase, now.Categories, to.Categories}, {TagBase, now.Tags, to.Tags},
	} {
		if o.old != o.new {
			if err := o.option.Set(ctx, s, o.new); err != nil {
				return err
			}
		}
	}
	return nil
}

// FormerAddresses are the forms that addresses had before, the last one first.
func (s *Site) FormerAddresses(ctx context.Context) []AddressForm {
	list := formerAddresses.Of(ctx, s)
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
