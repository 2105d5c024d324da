package seo

import (
	"context"
	"net/http"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
)

// listedTexts is how many entries of each type the file for language models
// names.
const listedTexts = 20

// maxLine is how many characters of a text stand there.
const maxLine = 1000

// notFound answers for the file for language models, where that is wanted.
func (s *index) notFound(w http.ResponseWriter, r *http.Request) bool {
	ctx := r.Context()
	if r.URL.Path != "/llms.txt" || r.Method != http.MethodGet && r.Method != http.MethodHead || !optionLLMs.Of(ctx, s.Options) ||
		!site.Public.Of(ctx, s.Site) {
		return false
	}
	text, err := s.llms(ctx)
	if err != nil {
		s.Log.ErrorContext(ctx, "file for language models", "error", err)
		return false
	}
	w.Header().Set("Content-Type", "text/plain; charset=UTF-8")
	w.Header().Set("X-Robots-Tag", "noindex")
	_, _ = w.Write([]byte(text)) // a client that is gone needs no answer
	return true
}

// llms is the file for language models: what the site is, and where it says
// most. What search engines are asked to leave out isn't in it.
func (s *index) llms(ctx context.Context) (string, error) {
	line := func(html string) string {
		return clip(strings.Join(strings.Fields(entity.DecodeEntities(clean.StripAllTags(html))), " "), maxLine)
	}
	var b strings.Builder
	b.WriteString("# " + line(s.Site.Title(ctx)) + "\n")
	if about := line(s.Site.Tagline(ctx)); about != "" {
		b.WriteString("\n> " + about + "\n")
	}
	for _, typ := range []string{content.TypePage, content.TypePost} {
		rows, err := s.rows(ctx, "WHERE object_type = ? AND object_sub_type = ? AND status = ? AND NOT protected AND (noindex IS NULL OR noindex <> 1)"+
			" ORDER BY modified DESC, id LIMIT ?", ofEntry, typ, string(content.Publish), listedTexts)
		if err != nil {
			return "", err
		}
		if len(rows) == 0 || s.settings(ctx).entry(typ).NoIndex {
			continue
		}
		b.WriteString("\n## " + s.facts.typeName(ctx, typ, true) + "\n\n")
		for _, r := range rows {
			name := strings.NewReplacer("[", "(", "]", ")").Replace(line(r.name))
			b.WriteString("- [" + name + "](" + s.Site.Base(ctx) + r.path + ")")
			if about := line(r.description); about != "" && !strings.Contains(about, "%%") {
				b.WriteString(": " + about)
			}
			b.WriteString("\n")
		}
	}
	return b.String(), nil
}
