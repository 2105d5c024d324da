package seo

import (
	"context"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/ext/seo/head"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// The blocks whose content structured data repeat, without their namespaces:
// texts that were imported have the reference's.
const (
	faqBlock   = "/faq-block"
	guideBlock = "/how-to-block"
)

// maxQuestions and maxSteps are more than a page says of itself; what is beyond
// isn't looked at.
const maxQuestions, maxSteps = 500, 500

// structured tells a page of the questions and guides in the text of its entry.
func (s *facts) structured(ctx context.Context, p *head.Page, e *content.Entry) error {
	text := e.Content
	if p.Protected || !strings.Contains(text, faqBlock) && !strings.Contains(text, guideBlock) {
		return nil
	}
	var guides []block.Attrs
	walkBlocks(block.Parse(text), func(b block.Block) {
		switch b.Name {
		case "seo" + faqBlock, "yoast" + faqBlock:
			for _, q := range objects(b.Attrs.List("questions"), maxQuestions-len(p.Questions)) {
				p.Questions = append(p.Questions, head.Question{ID: asText(q.Get("id")), Question: asText(q.Get("jsonQuestion")), HTML: asText(q.Get("jsonAnswer"))})
			}
			p.FAQ = true
		case "seo" + guideBlock, "yoast" + guideBlock:
			guides = append(guides, b.Attrs)
		}
	})
	looked := 0
	for _, a := range guides {
		if looked >= maxSteps {
			break
		}
		g := head.Guide{
			Name: or(s.markedTitle(ctx, e), "No title"), Description: asText(a.Get("jsonDescription")), Timed: schema.ToBool(a.Get("hasDuration")),
			Days: asText(a.Get("days")), Hours: asText(a.Get("hours")), Minutes: asText(a.Get("minutes")),
		}
		steps := objects(a.List("steps"), maxSteps-looked)
		looked += len(steps) + 1
		images, err := s.stepImages(ctx, steps, e.ID)
		if err != nil {
			return err
		}
		for i, step := range steps {
			g.Steps = append(g.Steps, head.Step{
				ID: asText(step.Get("id")), Name: asText(step.Get("jsonName")), HTML: asText(step.Get("jsonText")),
				Written: asText(step.Get("text")) != "" || len(step.List("text")) > 0, Image: images[i],
			})
		}
		p.Guides = append(p.Guides, g)
	}
	return nil
}

// stepImages are the images of the steps of an entry, the last of each; they are found together.
func (s *facts) stepImages(ctx context.Context, steps []block.Attrs, entry int64) ([]*head.Image, error) {
	sources := make([]string, len(steps))
	var keys []string
	for i, step := range steps {
		list := step.List("images")
		if list == nil {
			list = step.List("text")
		}
		for _, line := range objects(list, maxSteps) {
			if line.Get("type") == "img" {
				sources[i] = clean.URL(asText(line.Get("props", "src")), nil)
			}
		}
		if key := s.uploadKey(ctx, sources[i]); key != "" {
			keys = append(keys, key)
		}
	}
	if err := s.findAttachments(ctx, keys); err != nil {
		return nil, err
	}
	var ids []int64
	for _, key := range keys {
		for _, file := range filesOf(key) {
			if known, _ := scope.Get[foundAttachment](ctx, attachmentKey{file}); known.id != 0 {
				ids = append(ids, known.id)
			}
		}
	}
	if _, err := s.Store.EntriesByID(ctx, ids); err != nil {
		return nil, err
	}
	out := make([]*head.Image, len(steps))
	for i, source := range sources {
		if source == "" {
			continue
		}
		var err error
		if out[i], err = s.imageAt(ctx, source, entry); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func walkBlocks(list []block.Block, visit func(block.Block)) {
	for _, b := range list {
		if b.Name != "" {
			visit(b)
			walkBlocks(b.Inner, visit)
		}
	}
}

// objects are the first n members of a list that are objects.
func objects(list []any, n int) []block.Attrs {
	var out []block.Attrs
	for _, v := range list {
		if len(out) >= n {
			break
		}
		if o, ok := v.(*wire.Object); ok {
			out = append(out, block.Attrs{Object: o})
		}
	}
	return out
}

// asText is a text or a number as a text, "" for anything else.
func asText(v any) string {
	switch v.(type) {
	case string, int64, float64:
		return schema.ToText(v)
	}
	return ""
}
