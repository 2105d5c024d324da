package live

import (
	"context"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/media/imaging"
	"quoin/internal/domain/site"
	"quoin/internal/platform/wire"
)

// ownSizes are the sub-sizes of images that the old site has of its own. Not all sites tell.
func (r *reading) ownSizes() *wire.Object {
	own, usual := &wire.Object{}, imaging.DefaultSizes()
	for _, m := range r.index.Object("image_sizes").Members() {
		size, ok := m.Value.(*wire.Object)
		if ok && !slices.ContainsFunc(usual, func(known imaging.Size) bool { return known.Name == m.Key }) {
			own.Set(m.Key, wire.NewObject("width", size.Get("width"), "height", size.Get("height"), "crop", size.Get("crop")))
		}
	}
	return own
}

// pictures reads off an account which pictures people without one have, and up to which
// rating they are shown.
func (r *reading) pictures(ctx context.Context, options map[string]string) error {
	me, err := r.object(ctx, "/wp/v2/users/me?context=edit")
	if err != nil || me == nil {
		return err
	}
	address := me.Object("avatar_urls").Text("96")
	if address == "" {
		options[site.ShowAvatars.Name] = "0"
		return nil
	}
	u, err := url.Parse(address)
	if err != nil || !strings.HasSuffix(u.Hostname(), "gravatar.com") {
		return nil
	}
	usual := u.Query().Get("d")
	switch usual {
	case "mm":
		usual = "mystery"
	case "":
		usual = "gravatar_default"
	}
	options[site.AvatarDefault.Name] = usual
	if rating := strings.ToUpper(u.Query().Get("r")); rating != "" {
		options[site.AvatarRating.Name] = rating
	}
	return nil
}

var commentPage = regexp.MustCompile(`(?:/comment-page-|[?&]cpage=)(\d+)`)

// pageOfComment is the page that the address of a comment says, 0 where it says none.
func pageOfComment(o *wire.Object) int {
	m := commentPage.FindStringSubmatch(text(o, "link"))
	if m == nil {
		return 0
	}
	page, _ := strconv.Atoi(m[1])
	return page
}

// discussion reads off the addresses of comments whether entries show them by the page, which
// page comes first, and how many are on one.
func (r *reading) discussion(ctx context.Context, options map[string]string) error {
	list, err := r.array(ctx, "/wp/v2/comments?context=edit&status=approve&type=all&per_page=100&orderby=date&order=desc")
	if err != nil {
		return err
	}
	var entry int64 // one with several pages
	newest := false
	for _, o := range list {
		switch page := pageOfComment(o); {
		case page == 1:
			newest = true // the last page is the usual one, so that the first needs its number
		case page > 1 && entry == 0:
			entry = number(o, "post")
		}
	}
	if !newest && entry == 0 {
		options[site.PageComments.Name] = "0"
		return nil
	}
	options[site.PageComments.Name] = "1"
	first := 0
	if entry > 0 {
		oldest, err := r.array(ctx, "/wp/v2/comments?context=edit&status=approve&type=all&parent=0&per_page=100&orderby=date&order=asc&post="+decimal(entry))
		if err != nil {
			return err
		}
		for _, o := range oldest {
			page := pageOfComment(o)
			newest = newest || page == 1
			if page < 2 {
				first++
			}
		}
		if first > 0 && first < 100 {
			options[site.CommentsPerPage.Name] = strconv.Itoa(first)
		}
	}
	options[site.DefaultCommentsPage.Name] = "oldest"
	if newest {
		options[site.DefaultCommentsPage.Name] = "newest"
	}
	return nil
}
