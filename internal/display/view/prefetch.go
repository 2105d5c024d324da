package view

import (
	"context"
	"regexp"
	"strconv"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
)

// mention finds what a text uses by id: images of either editor, attributes of
// blocks, lists of shortcodes.
var mention = regexp.MustCompile(`wp-image-([0-9]{1,18})|"(?:id|ref|mediaId)":([0-9]{1,18})|\b(?:ids|include)=["']?([0-9, ]+)`)

// maxMentions bounds what is loaded ahead.
const maxMentions = 5000

// Prefetch loads at once what the contents and excerpts of entries will ask
// for, unless they are cached. It is only worth its while for lists.
func (v *View) Prefetch(ctx context.Context, to Visit, entries []*content.Entry) {
	var ids, galleries []int64
	for _, e := range entries {
		key := keyFor(ctx, to, e, kindContent)
		if key.sum = v.cached.sumOnce(ctx, e, ""); v.cached.has(key) {
			continue
		}
		if e.Type == content.TypeAttachment && len(ids) < maxMentions {
			ids = append(ids, e.ID) // which is shown before its text
		}
		if len(ids) < maxMentions {
			ids = appendMentions(ids, e.Content)
		}
		if strings.Contains(e.Content, "[gallery") || strings.Contains(e.Content, "[playlist") {
			galleries = append(galleries, e.ID)
		}
	}
	s := v.sourceOf(ctx, to)
	if len(ids) > 0 {
		s.loadImages(ctx, ids)
	}
	if len(galleries) > 0 {
		s.prefetchAttached(ctx, galleries)
	}
}

// mentionsWithin is how many bytes of a text are looked at for mentions: those behind
// are loaded when they are met.
const mentionsWithin = 32 << 10

func appendMentions(ids []int64, text string) []int64 {
	for _, m := range mention.FindAllStringSubmatch(text[:min(len(text), mentionsWithin)], maxMentions) {
		for _, list := range m[1:] {
			for f := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' || r == ' ' }) {
				if id, err := strconv.ParseInt(f, 10, 64); err == nil && id > 0 {
					ids = append(ids, id)
				}
			}
		}
	}
	return ids
}

// prefetchAttached loads the attachments of several entries.
func (s *Source) prefetchAttached(ctx context.Context, parents []int64) {
	part := scope.Part(ctx)
	found := s.attachedIDs(part, parents)
	if s.failed {
		return
	}
	for _, id := range parents {
		s.memo[attachedKey{id}] = remembered{found[id], scope.From(part).Deps()}
	}
}
