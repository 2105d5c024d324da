package live

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/platform/outbound"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Orders of lists.
const (
	oldestFirst = "orderby=id&order=asc"
	newestFirst = "orderby=id&order=desc"
)

// What lists tell in short: all that is kept of a thing but its head, so that the old site has
// little to render. A part of a field stands behind a point. It stands behind a slash where the
// list has to be asked for the whole field, because it leaves a field out that it is asked
// for a part of, as those of comments and media do.
var (
	briefOfAccounts = []string{"id", "username", "name", "first_name", "last_name", "email", "url", "description", "locale", "nickname", "slug", "roles", "registered_date", "capabilities", "extra_capabilities", "meta"}
	briefOfTerms    = []string{"id", "name", "slug", "description", "parent", "taxonomy", "meta"}
	briefOfComments = []string{"id", "post", "parent", "author", "author_name", "author_email", "author_url", "author_ip", "author_user_agent", "date", "date_gmt", "content/raw", "status", "type", "meta"}
	briefOfAnEntry  = []string{
		"id", "date", "date_gmt", "modified", "modified_gmt", "slug", "status", "author", "parent", "menu_order", "comment_status", "ping_status", "password", "format", "sticky", "template",
		"featured_media", "meta", "title.raw", "content.raw", "excerpt.raw", "guid.raw", "wp_pattern_sync_status",
	}
	briefOfAnAttachment = []string{"description/raw", "caption/raw", "alt_text", "mime_type", "post", "source_url", "media_details"}
	briefOfAMenuItem    = []string{"type", "object", "object_id", "target", "classes", "xfn", "url", "menus", "description", "attr_title"}
)

// What changes without a new date or id: entries that are published when their time comes,
// and comments that are let through.
const (
	watchedEntries  = "SELECT s.id FROM live_seen s JOIN wp_posts p ON p.ID = s.id WHERE s.list = ? AND p.post_status = 'future' ORDER BY p.post_date_gmt"
	watchedComments = "SELECT s.id FROM live_seen s JOIN wp_comments c ON c.comment_ID = s.id WHERE s.list = ? AND c.comment_approved = '0' ORDER BY s.id DESC"
)

// briefOfEntries is what a list of entries of a type tells in short.
func (r *reading) briefOfEntries(typ string) []string {
	names := slices.Clone(briefOfAnEntry)
	switch typ {
	case typeAttachment:
		names = append(names, briefOfAnAttachment...)
	case typeMenuItem:
		names = append(names, briefOfAMenuItem...)
	}
	for _, tax := range r.taxonomies {
		of, _ := schema.AsList(tax.Get("types"))
		base := tax.Text("rest_base")
		if base != "" && !strings.ContainsAny(base, ",&#% ") && slices.ContainsFunc(of, func(v any) bool { return schema.ToText(v) == typ }) && !slices.Contains(names, base) {
			names = append(names, base)
		}
	}
	return names
}

// briefOf is the digest of what is told in short.
func briefOf(o *wire.Object, names []string) string {
	told := &wire.Object{}
	for _, name := range names {
		from, part := o, name
		if i := strings.IndexAny(name, partSigns); i >= 0 {
			from, part = o.Object(name[:i]), name[i+1:]
		}
		if v, ok := from.Lookup(part); ok {
			told.Set(name, v)
		}
	}
	sum := sha256.Sum256(wire.Encode(told, nil))
	return hex.EncodeToString(sum[:])
}

// Signs before the part of a field.
const (
	wholeSign = "/"
	partSigns = "." + wholeSign
)

// fieldsArg are names of fields as an argument.
func fieldsArg(names []string) string {
	asked := make([]string, len(names))
	for i, name := range names {
		asked[i], _, _ = strings.Cut(name, wholeSign)
	}
	return strings.Join(asked, ",")
}

// tooMuch tells of an answer that a smaller page may mend.
func tooMuch(a *answer, err error) bool {
	return errors.Is(err, outbound.ErrTooLarge) || err == nil && a != nil && a.status >= http.StatusInternalServerError
}

// totalOf is how many things an answer says that its list has, -1 where it doesn't.
func totalOf(a *answer) int {
	total, err := strconv.Atoi(a.header.Get("X-WP-Total"))
	if err != nil || total < 0 {
		return -1
	}
	return total
}
