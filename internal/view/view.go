// Package view shows entries to visitors: it answers what rendering needs to
// know about a site from its stores.
package view

import (
	"context"

	"quoin/internal/access"
	"quoin/internal/comment"
	"quoin/internal/content"
	"quoin/internal/markup/paragraph"
	"quoin/internal/markup/tags"
	"quoin/internal/markup/typography"
)

// View implements env.View.
type View struct{}

// Title is an entry's title for display.
func (View) Title(_ context.Context, e *content.Entry) string { return typography.Texturize(e.Title) }

// Content is an entry's content for display.
func (View) Content(_ context.Context, _ access.Actor, e *content.Entry) string {
	return paragraph.Auto(typography.Texturize(e.Content), true)
}

// Excerpt is an entry's excerpt for display.
func (v View) Excerpt(ctx context.Context, a access.Actor, e *content.Entry, length int) string {
	if e.Excerpt != "" {
		return v.Text(ctx, a, e, e.Excerpt)
	}
	if length <= 0 {
		length = 55
	}
	return v.Text(ctx, a, e, tags.TrimWords(e.Content, length, " [&hellip;]"))
}

// Text is a text of an entry for display.
func (View) Text(_ context.Context, _ access.Actor, _ *content.Entry, text string) string {
	return paragraph.Auto(typography.Texturize(text), true)
}

// Comment is a comment for display.
func (View) Comment(_ context.Context, c *comment.Comment) string {
	return paragraph.Auto(typography.Texturize(c.Content), true)
}
