package redirection

import (
	"context"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/ext"
	"quoin/internal/platform/fault"
)

// monitor makes rules for entries whose addresses change.
func (s *visits) monitor() ext.Hooks {
	return ext.Hooks{Entries: content.Writes{Saved: s.entrySaved}}
}

// pathOf is the path of an entry's address.
func (s *visits) pathOf(ctx context.Context, e *content.Entry) string {
	link := strings.TrimPrefix(s.Links.Link(ctx, e), siteRoot(s.Site.Base(ctx)))
	path, _, _ := splitQuery(link)
	return path
}

// siteRoot is the part of a site's address that paths follow.
func siteRoot(base string) string {
	if u, ok := parseAddress(base); ok {
		return u.Scheme + "://" + u.Host
	}
	return base
}

// entrySaved follows the writes of entries. A rule that can't be made is
// reported, and doesn't keep the entry from being saved.
func (s *visits) entrySaved(ctx context.Context, before, after *content.Entry) error {
	err := s.follow(ctx, before, after)
	if refused := fault.As(err); refused != nil {
		s.Log.WarnContext(ctx, "no redirect was made for an entry whose address changed", "entry", after.ID, "error", refused)
		return nil
	}
	return err
}

// follow reads nothing while an address stays, and nothing but the settings while the monitor
// is off.
func (s *visits) follow(ctx context.Context, before, after *content.Entry) error {
	trashed := after.Status == content.Trash && before != nil && before.Status != content.Trash
	if !trashed && (before == nil || before.Status != content.Publish || after.Status != content.Publish) ||
		!watches(s.Types.Get(after.Type)) ||
		!trashed && sameAddress(before, after) {
		return nil
	}
	set, err := s.readSettings(ctx)
	if err != nil {
		return err
	}
	types, group := set.MonitorTypes, set.MonitorPost
	if group == 0 || !strings.Contains(s.Site.Permalinks(ctx), "%") {
		return nil
	}
	if found, err := s.groups.group(ctx, group); err != nil || found == nil {
		return err
	}
	from := s.pathOf(ctx, before)
	if from == "/" || from == "" {
		return nil
	}
	if trashed {
		if !oneOf("trash", types...) {
			return nil
		}
		in := leadTo(from, "/", group)
		in.Disabled = true
		return s.rulebook.create(ctx, in)
	}
	to := s.pathOf(ctx, after)
	if !oneOf(after.Type, types...) || to == from {
		return nil
	}
	if _, err := s.DB.Exec(ctx, "UPDATE redirection_rule SET enabled = FALSE WHERE url = ?", cleanSource(to, false)); err != nil {
		return err
	}
	if err := s.rulebook.create(ctx, leadTo(from, to, group)); err != nil {
		return err
	}
	if more := strings.TrimLeft(set.Associated, "/"); more != "" {
		from, to = strings.TrimSuffix(from, "/")+"/"+more, strings.TrimSuffix(to, "/")+"/"+more
		if err := s.rulebook.create(ctx, leadTo(from, to, group)); err != nil {
			return err
		}
	}
	return nil
}

// watches tells whether rules may follow entries of a type: those with pages of their own.
func watches(t *content.Type) bool {
	if t == nil || t.Name == content.TypeAttachment {
		return false
	}
	return t.Public || t.Declared && t.Announced
}

// sameAddress tells that nothing of an entry has changed that its address is made of.
func sameAddress(before, after *content.Entry) bool {
	return before.Slug == after.Slug && before.Date == after.Date && before.DateUTC == after.DateUTC &&
		before.Author == after.Author && before.Parent == after.Parent && before.Type == after.Type && before.Status == after.Status
}
