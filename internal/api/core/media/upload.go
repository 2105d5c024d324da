package media

import (
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/sanitize"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

var errNoFeatured = fault.BadRequest("rest_no_featured_media", "Files of this type have no picture of their own.")

// uploadHeader tells a client which attachment its upload became, also when
// the answer gets lost on the way.
const uploadHeader = "X-WP-Upload-Attachment-ID"

func (m *resource) createArgs() []rest.Arg {
	return []rest.Arg{
		argGenerateSubSizes.First(schema.Bool("Whether a picture is processed here.", schema.Default(true))),
		{Name: "convert_format", Schema: schema.Bool("Whether a picture's copies may have another format.", schema.Default(true)), FirstPass: true},
		{
			Name: argURL.Name, Schema: schema.Str("Public address of a picture to be stored instead of a file in the request.", schema.Format(schema.URI)),
			Validate: m.checkURL,
			Sanitize: func(_ *rest.Request, v any) (any, *fault.Error) { return schema.ToText(v), nil },
		},
	}
}

// create stores a file that was sent, or that lies at an address.
func (m *resource) create(r *rest.Request) (*rest.Response, error) {
	if err := m.checkParent(r, nil); err != nil {
		return nil, err
	}
	receive := m.receive
	if argURL.Of(r) != "" {
		receive = m.fetch
	}
	in, err := receive(r)
	if err != nil {
		return nil, err
	}
	defer in.close()
	file, err := m.accept(r, in)
	if err != nil {
		return nil, err
	}
	if argFeaturedMedia.Given(r) && !hasFeatured(file.MIME) {
		return nil, errNoFeatured
	}
	stored, err := m.Media.Add(r.Context(), m.folder(r), file.Name, media.Upload{
		MIME: file.MIME, Body: file.Body, Unprocessed: !argGenerateSubSizes.Of(r), Strict: true,
	})
	if err != nil {
		return nil, m.storeFault(r, err)
	}
	e, err := m.insert(r, stored, func(ctx context.Context, r *rest.Request) (*content.Entry, error) {
		c, err := m.ChangeOf(r, nil)
		if err != nil {
			return nil, err
		}
		m.describe(r, &c, in, file, stored)
		return m.Insert(ctx, r, c)
	})
	if err != nil {
		return nil, err
	}
	return m.CreatedAs(e).SetHeader(uploadHeader, strconv.FormatInt(e.ID, 10)), nil
}

// insert stores the row of a file in a transaction. Without a row the file
// goes.
func (m *resource) insert(r *rest.Request, stored media.Stored, row func(ctx context.Context, r *rest.Request) (*content.Entry, error)) (*content.Entry, error) {
	ctx := r.Context()
	var e *content.Entry
	err := m.Store.InTx(scope.Concurrent(ctx, besideUpload{m}), func(ctx context.Context) (err error) {
		if e, err = row(ctx, r.WithContext(ctx)); err != nil {
			return err
		}
		return m.releaseClaim(ctx, stored)
	})
	scope.Forget(ctx)
	if err == nil {
		return e, nil
	}
	ctx = context.WithoutCancel(ctx)
	if e != nil {
		// A commit can fail for the caller and succeed nevertheless, even later: the
		// claim knows which file no row has. A file too many is better than a row
		// without one.
		if stored.Claimed != "" {
			return nil, err
		}
		if _, known := m.Store.EntryByID(ctx, e.ID); !errors.Is(known, content.ErrNotFound) {
			return nil, err
		}
	}
	rerr := m.Media.Remove(ctx, stored.Keys)
	if rerr == nil {
		rerr = m.releaseClaim(ctx, stored)
	}
	if rerr != nil {
		m.Log.Error("remove the file of a failed upload", "error", rerr)
	}
	return nil, err
}

// releaseClaim forgets that a crash could leave a file without a row.
func (m *resource) releaseClaim(ctx context.Context, stored media.Stored) error {
	if stored.Claimed == "" || m.Media.Release == nil {
		return nil
	}
	return m.Media.Release(ctx, stored.Claimed)
}

// folder is where a new file goes: the folder of today, or of the entry it belongs to
// unless that is a page.
func (m *resource) folder(r *rest.Request) string {
	ctx := r.Context()
	day, _ := m.Site.Stamp(ctx)
	if id := argPost.Of(r); id != 0 {
		parent, err := m.Store.EntryByID(ctx, id)
		if err == nil && parent.Type != content.TypePage && len(parent.Date) >= 10 && parent.Date[:4] > "0000" {
			day = parent.Date
		}
	}
	return media.FolderOn(ctx, m.Site, day)
}

var (
	lastExtension = regexp.MustCompile(`\.[^.]+$`)
	numericSlug   = regexp.MustCompile(`^\d+(e\d+)?$`)
)

// angles keeps the name of a file, which is plain text, from becoming markup in a
// title.
var angles = strings.NewReplacer("<", "&lt;", ">", "&gt;")

// describe completes what a new attachment is created with: what wasn't given
// comes from the image itself, or from the file's name.
func (m *resource) describe(r *rest.Request, c *content.Change, in *received, file media.Accepted, stored media.Stored) {
	f := media.File{Key: stored.File, MIME: file.MIME, Details: stored.Details}
	guid := m.Media.URL(r.Context(), f.Original())
	c.MimeType, c.GUID = &file.MIME, &guid
	title, alt := "", ""
	if img := stored.Image; img != nil {
		if s := m.Site.Slug(r.Context(), img.Title); s != "" && !numericSlug.MatchString(s) {
			title = sanitize.Post(img.Title)
		}
		if caption := strings.TrimSpace(img.Caption); caption != "" && empty(c.Excerpt) {
			caption = sanitize.Post(caption)
			c.Excerpt = &caption
		}
		alt = clean.TextField(sanitize.Post(img.Alt))
	}
	if at := strings.LastIndexByte(in.name, '.'); title == "" && in.form && at > 0 {
		title = angles.Replace(in.name[:at])
	}
	if title == "" {
		title = lastExtension.ReplaceAllString(baseName(f.Original()), "")
	}
	if empty(c.Title) {
		c.Title = &title
	}
	if argAltText.Given(r) {
		alt = clean.Unslash(argAltText.Of(r))
	}
	if c.Status == nil {
		inherit := content.Inherit
		c.Status = &inherit
	}
	if argFeaturedMedia.Present(r) && hasFeatured(file.MIME) {
		id := argFeaturedMedia.Of(r)
		c.FeaturedMedia = &id
	}
	c.Meta = fileMeta(stored.File, stored.Details, alt)
}

func empty(s *string) bool { return s == nil || *s == "" }

// fileMeta is the meta of an attachment that tells of its file.
func fileMeta(key string, details *wire.Object, alt string) content.Meta {
	meta := content.Meta{content.MetaAttachedFile: {key}, content.MetaAttachment: {details}}
	if alt != "" {
		meta[content.MetaAltText] = []any{alt}
	}
	return meta
}
