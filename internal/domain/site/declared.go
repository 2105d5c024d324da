package site

import (
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"quoin/internal/platform/access"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// What options hold that are a choice.
const (
	frontPosts    = "posts"
	frontPage     = "page"
	defaultLocale = "en_US"
	// AllRevisions is the value of Revisions that deletes none.
	AllRevisions = -1
)

// What the site is.
var (
	Title = &Option[string]{
		Name: "blogname", Visible: true, Clean: escaped,
		Setting: &Setting{Name: "title", Title: "Title", Description: "Name of the site."},
	}
	Tagline = &Option[string]{
		Name: "blogdescription", New: true, Visible: true, Clean: escaped,
		Setting: &Setting{Name: "description", Title: "Tagline", Description: "A few words on what the site is about."},
	}
	URL = &Option[string]{
		Name: "siteurl", Visible: true, Clean: webAddress, Command: wholeAddress,
		Setting: &Setting{Name: "url", Description: "Address of the site.", Rules: []schema.Option{schema.Format(schema.URI)}},
	}
	Home       = &Option[string]{Name: "home", Visible: true} // what other software reads
	AdminEmail = &Option[string]{
		Name:    "admin_email",
		Setting: &Setting{Name: "email", Description: "Where messages to the administrator go.", Rules: []schema.Option{schema.Format(schema.Email)}},
	}
	Created = &Option[string]{Name: "quoin_created"} // when, in UTC
	Logo    = &Option[int64]{
		Name: "site_logo", Visible: true, Holds: EntryID,
		Setting: &Setting{Name: "site_logo", Title: "Logo", Description: "Id of the picture that stands for the site."},
	}
	Icon = &Option[int64]{
		Name: "site_icon", New: true, Visible: true, Holds: EntryID, Clean: absolute,
		Setting: &Setting{Name: "site_icon", Title: "Icon", Description: "Id of the picture that browsers show for the site."},
	}
	Public = &Option[bool]{Name: "blog_public", Default: true, Command: onOrOff} // search engines are welcome
)

// Language, dates and times.
var (
	Locale = &Option[string]{
		Name: "WPLANG", Visible: true, Accepts: installedLanguage,
		Setting: &Setting{Name: "language", Description: "Locale of the site.", Default: defaultLocale},
	}
	languages = &Option[[]any]{Name: "quoin_languages"} // the locales that have packs
	// LanguageStamp changes when a language pack is installed, so that all processes read
	// them again.
	LanguageStamp = &Option[string]{Name: "quoin_language_stamp", Visible: true}
	TimeZone      = &Option[string]{
		Name: "timezone_string", New: true, Visible: true, Clean: zoneName,
		Setting: &Setting{Name: "timezone", Description: "A city in the time zone of the site."},
	}
	Offset     = &Option[string]{Name: "gmt_offset", Default: "0", New: true, Visible: true} // in hours, where no zone is named
	DateFormat = &Option[string]{
		Name: "date_format", Default: "F j, Y", New: true, Visible: true, Clean: withoutTags,
		Setting: &Setting{Name: "date_format", Description: "How dates are written."},
	}
	TimeFormat = &Option[string]{
		Name: "time_format", Default: "g:i a", New: true, Visible: true, Clean: withoutTags,
		Setting: &Setting{Name: "time_format", Description: "How times are written."},
	}
	StartOfWeek = &Option[int64]{
		Name: "start_of_week", Default: 1, New: true, Visible: true, Clean: absolute,
		Setting: &Setting{Name: "start_of_week", Description: "Number of the day on which weeks start, 0 for Sunday."},
	}
)

// Addresses. They are set together, by SetAddressForm.
var (
	Permalinks      = &Option[string]{Name: "permalink_structure", Default: DefaultPermalinks, New: true, Visible: true, Command: anyText}
	CategoryBase    = &Option[string]{Name: "category_base", Visible: true, Command: anyText}
	TagBase         = &Option[string]{Name: "tag_base", Visible: true, Command: anyText}
	formerAddresses = &Option[[]any]{Name: "quoin_former_addresses"}
	// FilesBase is the address that a database of an earlier version last had: the one
	// that the addresses of files in its texts begin with.
	FilesBase = &Option[string]{Name: "quoin_files_base"}
)

// DefaultPermalinks is the structure of a new site.
const DefaultPermalinks = "/%year%/%monthnum%/%day%/%postname%/"

// The front and lists.
var (
	ShowOnFront = &Option[string]{
		Name: "show_on_front", Default: frontPosts, New: true, Visible: true,
		Setting: &Setting{Name: "show_on_front", Title: "Show on front", Description: "What the front of the site shows: posts or page."},
	}
	PageOnFront = &Option[int64]{
		Name: "page_on_front", New: true, Visible: true, Holds: EntryID, Clean: absolute,
		Setting: &Setting{Name: "page_on_front", Title: "Page on front", Description: "Id of the page on the front of the site."},
	}
	PageForPosts = &Option[int64]{
		Name: "page_for_posts", New: true, Visible: true, Holds: EntryID, Clean: absolute,
		Setting: &Setting{Name: "page_for_posts", Description: "Id of the page that shows the newest posts."},
	}
	PrivacyPage  = &Option[int64]{Name: "wp_page_for_privacy_policy", Visible: true, Holds: EntryID, Command: number(0, math.MaxInt64)}
	PostsPerPage = &Option[int64]{
		Name: "posts_per_page", Default: 10, New: true, Visible: true, Clean: pageLength,
		Setting: &Setting{
			Name: "posts_per_page", Title: "Maximum posts per page", Description: "Number of posts on a page of the site.", Default: int64(10),
		},
	}
	FeedLength      = &Option[int64]{Name: "posts_per_rss", Default: 10, Command: number(1, 1000)}
	FeedExcerpts    = &Option[bool]{Name: "rss_use_excerpt", Command: onOrOff} // feeds have excerpts instead of contents
	AttachmentPages = &Option[bool]{Name: "wp_attachment_pages_enabled", Command: onOrOff}
	Theme           = &Option[string]{Name: "stylesheet", Visible: true} // its folder
	// ThemeStamp changes when a theme is installed, so that all processes read its files again.
	ThemeStamp = &Option[string]{Name: "theme_stamp"}
	// NewPageMenus has the menus that new pages are added to.
	NewPageMenus = &Option[*wire.Object]{Name: "nav_menu_options"}
	Sidebars     = &Option[*wire.Object]{Name: "sidebars_widgets"}
	Widgets      = &Option[*wire.Object]{Name: "widget_settings"} // by id
)

// themeChoices begins the names of what ThemeChoices gives.
const themeChoices = "theme_mods_"

// ThemeChoices is what the site chose for a theme, such as the menus at its places.
func ThemeChoices(theme string) *Option[*wire.Object] {
	return &Option[*wire.Object]{Name: themeChoices + theme, Visible: true}
}

// Writing.
var (
	Smilies = &Option[bool]{
		Name: "use_smilies", Default: true, New: true,
		Setting: &Setting{Name: "use_smilies", Description: "Whether typed smilies are shown as pictures.", Default: true},
	}
	DefaultCategory = &Option[int64]{
		Name: "default_category", Default: 1, New: true, Holds: TermID, Clean: absolute,
		Setting: &Setting{Name: "default_category", Description: "Category of posts that are given none."},
	}
	DefaultFormat = &Option[string]{
		Name: "default_post_format", Default: "0", New: true,
		Setting: &Setting{Name: "default_post_format", Description: "Format of new posts."},
	}
	DefaultPings = &Option[string]{
		Name: "default_ping_status", Default: "open", New: true,
		Setting: &Setting{
			Name: "default_ping_status", Description: "Whether other sites may announce links to new posts.",
			Rules: []schema.Option{schema.Enum("open", "closed")},
		},
	}
	DefaultComments = &Option[string]{
		Name: "default_comment_status", Default: "open", New: true,
		Setting: &Setting{
			Name: "default_comment_status", Title: "Allow comments on new posts", Description: "Whether new posts may be commented on.",
			Rules: []schema.Option{schema.Enum("open", "closed")},
		},
	}
	// Revisions is how many revisions an entry keeps beside its autosaves: AllRevisions, or
	// 0 for none.
	Revisions = &Option[int64]{Name: "revisions_to_keep", Default: 100, Command: revisions}
	// ContentScripts lets scripts run that stand in contents, as those with the right to any
	// HTML may write them.
	ContentScripts = &Option[bool]{Name: "allow_content_scripts", Command: onOrOff}
)

// Uploads.
var (
	SVGUploads = &Option[bool]{Name: "allow_svg_uploads", Command: onOrOff} // they are cleaned
	MediaTrash = &Option[bool]{Name: "media_trash", Command: onOrOff}       // deleted attachments go to the trash

	// MonthlyFolders has new files come to folders by year and month.
	MonthlyFolders = &Option[bool]{Name: "uploads_use_yearmonth_folders", Default: true, Command: onOrOff}

	ThumbnailCrop = &Option[bool]{Name: "thumbnail_crop", Default: true, Command: onOrOff}

	thumbnailWidth    = edge("thumbnail_size_w", 150)
	thumbnailHeight   = edge("thumbnail_size_h", 150)
	mediumWidth       = edge("medium_size_w", 300)
	mediumHeight      = edge("medium_size_h", 300)
	mediumLargeWidth  = edge("medium_large_size_w", 768)
	mediumLargeHeight = edge("medium_large_size_h", 0)
	largeWidth        = edge("large_size_w", 1024)
	largeHeight       = edge("large_size_h", 1024)
)

// Accounts and comments.
var (
	Registration         = &Option[bool]{Name: "users_can_register", Command: onOrOff} // strangers make accounts for themselves
	DefaultRole          = &Option[string]{Name: "default_role", Default: access.Subscriber, New: true, Command: oneOf(access.Roles()...)}
	ApplicationPasswords = &Option[bool]{Name: "application_passwords", Default: true, Command: onOrOff}
	ShowAvatars          = &Option[bool]{Name: "show_avatars", Default: true, Visible: true, Command: onOrOff}
	AvatarDefault        = &Option[string]{Name: "avatar_default", Default: "mystery", Visible: true, Command: oneOf(
		"mystery", "blank", "gravatar_default", "identicon", "wavatar", "monsterid", "retro", "robohash", "initials", "color",
	)}
	AvatarRating = &Option[string]{Name: "avatar_rating", Default: "G", Visible: true, Command: oneOf("G", "PG", "R", "X")}
	// Avatars is where pages have the pictures of people from: drawn here, or the host that
	// the API names, which then hears of every reader.
	Avatars = &Option[string]{Name: "avatars", Default: "drawn", Visible: true, Command: oneOf("drawn", "gravatar")}

	CommentRegistration = &Option[bool]{Name: "comment_registration", Command: onOrOff} // only who is logged in may comment
	RequireNameEmail    = &Option[bool]{Name: "require_name_email", Default: true, Command: onOrOff}
	CommentCookies      = &Option[bool]{Name: "show_comments_cookies_opt_in", Default: true, Command: onOrOff}
	// CloseComments closes comments of posts that are older than CloseCommentsDays, 0 for none.
	CloseComments       = &Option[bool]{Name: "close_comments_for_old_posts", Visible: true, Command: onOrOff}
	CloseCommentsDays   = &Option[int64]{Name: "close_comments_days_old", Default: 14, Visible: true, Command: number(0, 36_500)}
	ThreadComments      = &Option[bool]{Name: "thread_comments", Default: true, Visible: true, Command: onOrOff}
	ThreadDepth         = &Option[int64]{Name: "thread_comments_depth", Default: 5, Visible: true, Command: number(2, 10)}
	PageComments        = &Option[bool]{Name: "page_comments", Visible: true, Command: onOrOff}
	CommentsPerPage     = &Option[int64]{Name: "comments_per_page", Default: 50, Visible: true, Command: number(1, 1000)}
	DefaultCommentsPage = &Option[string]{Name: "default_comments_page", Default: "newest", Visible: true, Command: oneOf("newest", "oldest")}
	CommentOrder        = &Option[string]{Name: "comment_order", Default: "asc", Visible: true, Command: oneOf("asc", "desc")}

	CommentModeration = &Option[bool]{Name: "comment_moderation", Command: onOrOff} // all comments wait
	CommentApproved   = &Option[bool]{Name: "comment_previously_approved", Default: true, Command: onOrOff}
	CommentLinks      = &Option[int64]{Name: "comment_max_links", Default: 2, Command: number(0, 1000)} // from which on they wait; 0 for any number
	ModerationWords   = &Option[string]{Name: "moderation_keys", Command: words}
	RefusedWords      = &Option[string]{Name: "disallowed_keys", Command: words}

	NotifyComments = &Option[bool]{Name: "comments_notify", Default: true, Command: onOrOff}
	NotifyHeld     = &Option[bool]{Name: "moderation_notify", Default: true, Command: onOrOff}
	NotifyNotes    = &Option[bool]{Name: "wp_notes_notify", Default: true, Command: onOrOff}
)

// Extensions has the states of extensions that aren't active, by id.
var Extensions = &Option[*wire.Object]{Name: "extensions"}

// Roles are how the roles of the site differ from those of every site, by their names: the
// member name is what people call one of the site's own, and capabilities says which rights
// a role has (true) or lacks (false). Package app makes access.Grants of it.
var Roles = &Option[*wire.Object]{Name: "roles"}

// Definitions has the types, taxonomies and fields that the owner defined; see package
// definition. Pages are made of them.
var Definitions = &Option[*wire.Object]{Name: "definitions", Visible: true}

// FieldIndexes has how far the indexes of fields are, by type and key; see package
// definition.
var FieldIndexes = &Option[*wire.Object]{Name: "field_indexes"}

// Options are all declared options but ThemeChoices; settings and the command line show
// theirs in this order.
func Options() []Declared {
	return []Declared{
		Title, Tagline, URL, Home, AdminEmail, Created, Public,
		TimeZone, Offset, DateFormat, TimeFormat, StartOfWeek, Locale, languages, LanguageStamp,
		Permalinks, CategoryBase, TagBase, formerAddresses, FilesBase,
		Smilies, DefaultCategory, DefaultFormat, PostsPerPage, FeedLength, FeedExcerpts, AttachmentPages,
		ShowOnFront, PageOnFront, PageForPosts, PrivacyPage, Theme, ThemeStamp, NewPageMenus, Sidebars, Widgets,
		DefaultPings, DefaultComments, Revisions, ContentScripts, Logo, Icon,
		SVGUploads, MediaTrash, MonthlyFolders, ThumbnailCrop, thumbnailWidth, thumbnailHeight, mediumWidth, mediumHeight,
		mediumLargeWidth, mediumLargeHeight, largeWidth, largeHeight,
		Registration, DefaultRole, ApplicationPasswords, ShowAvatars, AvatarDefault, AvatarRating, Avatars,
		CommentRegistration, RequireNameEmail, CommentCookies, CloseComments, CloseCommentsDays, ThreadComments, ThreadDepth,
		PageComments, CommentsPerPage, DefaultCommentsPage, CommentOrder,
		CommentModeration, CommentApproved, CommentLinks, ModerationWords, RefusedWords,
		NotifyComments, NotifyHeld, NotifyNotes, Extensions, Definitions, Roles, FieldIndexes, OwnImageSizes, OwnSidebars,
	}
}

// Find is the declaration of an option.
func Find(name string) (d Declaration, ok bool) {
	if theme, found := strings.CutPrefix(name, themeChoices); found {
		return ThemeChoices(theme).Declaration(), true
	}
	for _, o := range Options() {
		if o.name() == name {
			return o.Declaration(), true
		}
	}
	return Declaration{}, false
}

// ImageSize is a sub-size of images whose edges are options.
type ImageSize struct {
	Name          string
	Width, Height *Option[int64]
}

// ImageSizes are the sub-sizes that options change. ThumbnailCrop goes with the first.
func ImageSizes() []ImageSize {
	return []ImageSize{
		{"thumbnail", thumbnailWidth, thumbnailHeight}, {"medium", mediumWidth, mediumHeight},
		{"medium_large", mediumLargeWidth, mediumLargeHeight}, {"large", largeWidth, largeHeight},
	}
}

func edge(name string, pixels int64) *Option[int64] {
	return &Option[int64]{Name: name, Default: pixels, Command: length}
}

// maxLength is the largest edge of a sub-size.
const maxLength = 10000

func anyText(text string) (string, error) { return text, nil }

func onOrOff(text string) (bool, error) {
	on, err := strconv.ParseBool(text)
	if err != nil {
		return false, fmt.Errorf("want true or false, not %q", text)
	}
	return on, nil
}

// number reads a number within bounds.
func number(least, most int64) func(string) (int64, error) {
	return func(text string) (int64, error) {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < least || n > most {
			return 0, fmt.Errorf("want a number from %d to %d, not %q", least, most, text)
		}
		return n, nil
	}
}

// oneOf reads one of some words.
func oneOf(choices ...string) func(string) (string, error) {
	return func(text string) (string, error) {
		if !slices.Contains(choices, text) {
			return "", fmt.Errorf("want one of %s, not %q", strings.Join(choices, ", "), text)
		}
		return text, nil
	}
}

// maxWords bounds a list of words that comments are held against, in bytes.
const maxWords = 64 << 10

// words reads a list of words, one a line. Spaces around them and empty lines go, and so
// does what was said before.
func words(text string) (string, error) {
	if len(text) > maxWords {
		return "", fmt.Errorf("want at most %d bytes", maxWords)
	}
	var list []string
	for line := range strings.Lines(strings.ToValidUTF8(text, "")) {
		if word := strings.TrimSpace(line); word != "" && !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return strings.Join(list, "\n"), nil
}

func length(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 0 || n > maxLength {
		return 0, fmt.Errorf("want a number of pixels from 0 to %d, not %q", maxLength, text)
	}
	return n, nil
}

// revisions reads how many revisions entries keep. A word stands for all, because on the
// command line -1 looks like a flag.
func revisions(text string) (int64, error) {
	if text == "all" {
		return AllRevisions, nil
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < AllRevisions {
		return 0, fmt.Errorf("want a number of revisions, or all, not %q", text)
	}
	return n, nil
}

func escaped(text string) (string, bool) { return entity.Escape(strings.ToValidUTF8(text, "")), true }

var web = regexp.MustCompile(`(?i)https?://.+`)

func webAddress(text string) (string, bool) {
	if !web.MatchString(text) {
		return "", false
	}
	text = strings.TrimRight(clean.URL(text, clean.Protocols()), "/")
	return text, text != ""
}

func wholeAddress(text string) (string, error) {
	if text == "" {
		return "", errors.New("want an address that begins with http:// or https:// and a host")
	}
	return strings.TrimRight(text, "/"), CheckAddress(text)
}

var namedZone = regexp.MustCompile(`^[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*$`)

func zoneName(name string) (string, bool) {
	if name == "" {
		return name, true
	}
	if len(name) > 64 || !namedZone.MatchString(name) || name == "Local" {
		return "", false
	}
	_, err := time.LoadLocation(name)
	return name, err == nil
}

func withoutTags(text string) (string, bool) {
	return clean.StripTags(strings.ToValidUTF8(text, "")), true
}

func absolute(n int64) (int64, bool) { return max(n, -n), true }

// installedLanguage accepts a language that has a pack, and "" for English.
func installedLanguage(ctx context.Context, s *Site, locale string) bool {
	return locale == "" || slices.Contains(s.Languages(ctx), locale)
}

func pageLength(n int64) (int64, bool) {
	switch {
	case n == 0:
		n = 1
	case n < -1:
		n = -n
	}
	return n, true
}
