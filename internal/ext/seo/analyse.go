package seo

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/ext"
	"quoin/internal/ext/seo/analysis"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/shortcode"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// Texts are analysed after they are stored, so that nobody waits who writes:
// from time to time by one node, when writers leave time for it (lull), and before anything is
// told of scores.

// allPending is more entries than wait to be analysed, analyseBatch how many are
// read at once, and fewPending how many somebody waits for who asks for scores:
// after a large import there are thousands, and what is told of them comes later.
const (
	allPending   = 1 << 30
	analyseBatch = 50
	fewPending   = 40
	// maxAttempts is how often the analysis of a text is begun. One that ends the
	// program isn't taken up any more then, until it is changed.
	maxAttempts = 3
)

// analysePending analyses at most about limit of the entries that wait for it,
// and tells how many it did.
func (s *scores) analysePending(ctx context.Context, limit int) (int, error) {
	total, after := 0, int64(0)
	for total < limit {
		// Nothing but rows of entries waits. The database isn't told so: it would
		// choose the index of their kind, and read them all.
		rows, err := s.index.rows(ctx, "WHERE pending AND attempts = 0 AND id > ? ORDER BY id LIMIT ?", after, analyseBatch)
		if err == nil && len(rows) == 0 {
			// Those that were begun before are taken one by one, so that one that ends
			// the program takes no others with it. Only now, when no others wait, are these
			// and those that are given up looked for: both read all that wait.
			if rows, err = s.index.rows(ctx, "WHERE pending AND attempts BETWEEN 1 AND ? ORDER BY attempts, id LIMIT 1", maxAttempts-1); err == nil && len(rows) == 0 {
				return total, s.giveUp(ctx)
			}
		} else if err == nil {
			after = rows[len(rows)-1].id
		}
		if err != nil || len(rows) == 0 {
			return total, err
		}
		found, err := s.entriesOf(ctx, rows)
		if err != nil {
			return total, err
		}
		if err := s.analyse(ctx, rows, found); err != nil {
			return total, err
		}
		total += len(rows)
	}
	return total, nil
}

// giveUp takes the mark off the entries whose analysis was begun too often. Mostly there are
// none, and nothing is written.
func (s *scores) giveUp(ctx context.Context) error {
	const which = " WHERE pending AND attempts >= ?"
	var some bool
	if _, err := s.DB.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM seo_row"+which+")", []any{maxAttempts}, &some); err != nil || !some {
		return err
	}
	_, err := s.DB.Exec(s.DB.Concurrent(ctx), "UPDATE seo_row SET pending = FALSE"+which, maxAttempts)
	return err
}

// textOf is what of an entry is analysed.
func (s *scores) textOf(ctx context.Context, e *content.Entry) (*analysis.Text, error) {
	t := s.settings(ctx)
	text := &analysis.Text{
		HTML: shortcode.Strip(e.Content, s.Renderer.ShortcodeNames(ctx)), Slug: e.Slug, Keyphrase: metaText(e.Meta, metaKeyphrase),
		Title:       s.index.filled(ctx, e, or(metaText(e.Meta, metaTitle), t.entry(e.Type).Title, entryTitle)),
		Description: s.index.filled(ctx, e, or(metaText(e.Meta, metaDescription), t.entry(e.Type).Description)),
		Language:    site.Locale.Of(ctx, s.Site), CheckInclusive: t.InclusiveLanguage,
	}
	if u, err := url.Parse(s.Site.Base(ctx)); err == nil {
		text.Host = u.Host
	}
	text.Synonyms = synonyms(metaText(e.Meta, metaSynonyms))
	if text.Keyphrase != "" {
		var n int64
		_, err := s.DB.QueryRow(ctx, "SELECT COUNT(*) FROM seo_row WHERE object_type = ? AND object_id <> ? AND LOWER(keyphrase) = ?",
			[]any{ofEntry, e.ID, strings.ToLower(text.Keyphrase)}, &n)
		if err != nil {
			return nil, err
		}
		text.KeyphraseUsed = int(n)
	}
	return text, nil
}

// maxSynonyms is how many bytes of the synonyms of a keyphrase are read.
const maxSynonyms = 16 << 10

// synonyms are those of a keyphrase as they are stored: a list, or texts
// between commas.
func synonyms(stored string) []string {
	if len(stored) > maxSynonyms {
		return nil
	}
	var list []string
	if strings.HasPrefix(stored, "[") && json.Unmarshal([]byte(stored), &list) == nil {
		stored = strings.Join(list, ",")
	}
	var out []string
	for word := range strings.SplitSeq(stored, ",") {
		if word = strings.TrimSpace(word); word != "" {
			out = append(out, word)
		}
	}
	return out
}

// maxFindings bounds what is kept of an analysis.
const maxFindings = 100

// jobAnalysis names the transactions that store what was found.
type jobAnalysis struct{}

// analysed is what was found in the text of an entry.
type analysed struct {
	row  *row
	sum  uint64
	args []any // of storeAnalysis, but for the row
}

const storeAnalysis = "UPDATE seo_row SET seo_score = ?, readability_score = ?, inclusive_score = ?, title_score = ?, description_score = ?," +
	" findings = ?, pending = FALSE, attempts = 0 WHERE id = ?"

// analyse analyses the entries of some rows and stores what was found, in one
// transaction, for those that didn't change meanwhile. That it was begun is stored
// before, and taken back when it is given up in an orderly way.
func (s *scores) analyse(ctx context.Context, rows []*row, entries map[int64]*content.Entry) error {
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.id
	}
	count := func(ctx context.Context, by int) error {
		// Nothing is written by what was read: writers needn't wait for it.
		_, err := s.DB.Exec(s.DB.Concurrent(ctx), "UPDATE seo_row SET attempts = attempts + ? WHERE pending AND "+s.DB.IntsIn("id"), by, s.DB.IntList(ids))
		return err
	}
	if err := count(ctx, 1); err != nil {
		return err
	}
	err := s.analyseRows(ctx, rows, entries)
	if err != nil {
		err = errors.Join(err, count(context.WithoutCancel(ctx), -1))
	}
	return err
}

func (s *scores) analyseRows(ctx context.Context, rows []*row, entries map[int64]*content.Entry) error {
	// A scope of its own reads the settings once, and what they are now.
	once := scope.New(ctx)
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.object
	}
	if _, err := s.Store.EntryTerms(once, ids); err != nil { // titles may name them
		return err
	}
	var gone []int64
	var list []*analysed
	for _, r := range rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		e := entries[r.object]
		if e == nil || !s.index.indexed(e) {
			gone = append(gone, r.id)
			continue
		}
		a, err := s.analyseEntry(once, r, e)
		if err != nil {
			return err
		}
		list = append(list, a)
	}
	for _, id := range gone {
		if _, err := s.DB.Exec(s.DB.Concurrent(ctx), "UPDATE seo_row SET pending = FALSE WHERE id = ?", id); err != nil {
			return err
		}
	}
	return s.storeAnalyses(ctx, list)
}

// analyseEntry analyses an entry. Scores that a client stored with it win.
func (s *scores) analyseEntry(ctx context.Context, r *row, e *content.Entry) (*analysed, error) {
	ctx = ext.Within(ctx, ext.ThingLimit())
	text, err := s.textOf(ctx, e)
	if err != nil {
		return nil, err
	}
	found, err := analysis.Analyse(text, func(steps int) error { return ext.Spend(ctx, ext.Cost{Steps: steps}) })
	if err != nil && !errors.Is(err, ext.ErrTooCostly) {
		return nil, err
	}
	if len(found.Findings) > maxFindings {
		found.Findings = found.Findings[:maxFindings]
	}
	findings, err := json.Marshal(found.Findings)
	if err != nil {
		return nil, err
	}
	score := func(key string, computed int) int64 {
		if n := e.Meta.Int(key); n > 0 {
			return min(n, 100)
		}
		return int64(computed)
	}
	return &analysed{r, s.heads.sumOfEntry(e), []any{
		score(metaScore, found.SEO), score(metaReadability, found.Readability), score(metaInclusive, found.Inclusive),
		score(metaTitleScore, found.Title), score(metaDescScore, found.Description), string(findings),
	}}, nil
}

func (s *scores) storeAnalyses(ctx context.Context, list []*analysed) error {
	if len(list) == 0 {
		return nil
	}
	ids := make([]int64, len(list))
	for i, a := range list {
		ids[i] = a.row.object
	}
	// The entries are locked, and with them their rows.
	return s.DB.InTx(scope.Concurrent(ctx, jobAnalysis{}, ids...), func(ctx context.Context) error {
		fresh, err := s.Store.EntriesByID(ctx, ids)
		if err != nil {
			return err
		}
		for _, a := range list {
			if e := fresh[a.row.object]; e == nil || s.heads.sumOfEntry(e) != a.sum {
				continue // it will be analysed as it is now
			}
			if err := s.DB.Send(s.DB.Concurrent(ctx), storeAnalysis, append(a.args, a.row.id)...); err != nil {
				return err
			}
			if err := s.DB.Changed(ctx, rowTag(ofEntry, a.row.object)); err != nil {
				return err
			}
		}
		return nil
	})
}

// readAnalysis answers what was found in the text of an entry.
func (s *scores) readAnalysis(r *rest.Request) (*rest.Response, error) {
	ctx, id := r.Context(), argPostID.Of(r)
	waits, err := s.index.rows(ctx, "WHERE pending AND attempts < ? AND object_type = ? AND object_id = ?", maxAttempts, ofEntry, id)
	if err == nil && len(waits) > 0 {
		var e *content.Entry
		if e, err = s.entry(ctx, id); err == nil {
			err = s.analyse(ctx, waits, map[int64]*content.Entry{id: e})
		}
	}
	if err != nil {
		return nil, err
	}
	s.DB.DependsOn(ctx, rowTag(ofEntry, id))
	rows, err := s.index.rows(ctx, "WHERE object_type = ? AND object_id = ?", ofEntry, id)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fault.New(http.StatusNotFound, "rest_post_invalid_id", "Nothing is known of this entry.")
	}
	var stored string
	if _, err := s.DB.QueryRow(ctx, "SELECT findings FROM seo_row WHERE id = ?", []any{rows[0].id}, &stored); err != nil {
		return nil, err
	}
	var findings []analysis.Finding
	if stored != "" {
		if err := json.Unmarshal([]byte(stored), &findings); err != nil {
			return nil, err
		}
	}
	list := make([]any, len(findings))
	for i, f := range findings {
		list[i] = wire.NewObject("check", f.Check, "part", string(f.Part), "score", int64(f.Score), "rating", f.Rating(), "text", f.Text)
	}
	o := rows[0]
	return rest.OK(wire.NewObject("post_id", id, "focus_keyphrase", o.keyphrase, "analysed", stored != "", "seo_score", o.seo,
		"readability_score", o.readability, "inclusive_language_score", o.inclusive, "seo_title_score", o.titleScore,
		"meta_description_score", o.descScore, "findings", list)), nil
}
