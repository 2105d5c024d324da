package lists

import (
	"fmt"
	"slices"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/storage/store/sqldb"
)

// maxRankedTerms is the number of terms up to which each ranks by itself.
// Compat (core-v2/posts-write#a search of seven words ranks by the phrase): longer searches rank by the phrase alone.
const maxRankedTerms = 6

// rankStep is a test that texts which fit well pass.
type rankStep struct {
	test expression
	args []any
}

// rankSteps are the tests by which the entries of a search are ordered, best first. Texts
// that a password hides from the reader don't count.
func (db *Store) rankSteps(q *content.Query) []rankStep {
	s := q.Search
	var steps []rankStep
	step := func(test expression, args ...any) { steps = append(steps, rankStep{test, args}) }
	contains := func(text expression) expression {
		return func(read func(Column) string) string { return db.Engine.Contains(text(read)) }
	}
	terms, phrase := searchTerms(s.Terms), sqldb.FoldColumn(sqldb.Clean(s.Phrase))
	titleHas := func(join func([]string) string) (expression, []any) {
		args := make([]any, len(terms))
		for i, t := range terms {
			args[i] = t
		}
		return func(read func(Column) string) string {
			return join(slices.Repeat([]string{contains(searchedTitle)(read)}, len(terms)))
		}, args
	}
	switch {
	case len(terms) == 0:
	case len(terms) == 1 && s.Words <= 1:
		step(contains(searchedTitle), terms[0])
	default:
		// A phrase with an excluded word in it is in no text that is found.
		whole := len(s.Excluded) == 0
		if whole {
			step(contains(searchedTitle), phrase)
		}
		if len(terms) <= maxRankedTerms {
			every, args := titleHas(sqldb.JoinAnd)
			step(every, args...)
			if len(terms) > 1 {
				some, args := titleHas(sqldb.AnyOf)
				step(some, args...)
			}
		}
		if whole {
			for _, text := range []expression{searchedExcerpt, searchedContent} {
				if !locks(q) {
					step(contains(text), phrase)
					continue
				}
				unlocked, args := db.unlocked(q)
				step(func(read func(Column) string) string { return contains(text)(read) + " AND " + unlocked(read) },
					append([]any{phrase}, args...)...)
			}
		}
	}
	return steps
}

// rankCount is how many ranks the entries of a search can have.
func (db *Store) rankCount(q *content.Query) int { return len(db.rankSteps(q)) + 1 }

// rank is how well the entries of a search fit: the number of the first step whose test
// they pass.
func (db *Store) rank(q *content.Query) (expression, []any) {
	steps := db.rankSteps(q)
	if len(steps) == 0 {
		return func(func(Column) string) string { return "0" }, nil
	}
	var args []any
	for _, st := range steps {
		args = append(args, st.args...)
	}
	return func(read func(Column) string) string {
		var b strings.Builder
		b.WriteString("CASE")
		for i, st := range steps {
			fmt.Fprintf(&b, " WHEN %s THEN %d", st.test(read), i)
		}
		fmt.Fprintf(&b, " ELSE %d END", len(steps))
		return b.String()
	}, args
}
