package redirection

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// Matcher finds the rules that an address means. It isn't changed after it was
// made, and so is safe for concurrent use.
type Matcher struct {
	rules []compiled // ordered by position and id
	// paths are the rules of literal sources, by their paths in lower case and
	// without slash at the end.
	paths map[string][]int32
	// grams are the rules of regular expressions that have a text of three
	// bytes in every match; anywhere are the others.
	grams    map[gram][]int32
	anywhere []int32
	// lost is the first expression for addresses that mean nothing, -1 without one.
	lost int32
}

type gram [3]byte

// compiled is a rule made ready.
type compiled struct {
	*Rule
	source    *regexp.Regexp // of regular expressions
	needle    string         // a text in every match of source, in lower case
	path      string         // of literal sources, decoded
	query     string
	params    []parameter
	condition *regexp.Regexp // of conditions that are regular expressions
}

// Address is the address of a request in the forms that rules look at.
type Address struct {
	uri  string // as it was sent: path and query
	text string // decoded
	// path and query are the decoded ones, raw is the query as it was sent. In a
	// path too, a plus stands for a blank.
	path, query, raw string
	lower            string // the path in lower case, without slash at the end
}

// maxMatched is how much of an address, or of what else a request sent, regular
// expressions look at, in bytes: their time grows with it, and with the number of
// rules. Longer addresses come from nobody who follows a link.
const maxMatched = 4 << 10

// matched is what expressions look at of a text.
func matched(text string) string { return text[:min(len(text), maxMatched)] }

// addressOf reads the path and query of a request.
func addressOf(uri string) Address {
	a := Address{uri: uri, text: decodePercent(uri)}
	a.path, a.query, _ = splitQuery(a.text)
	a.path = decodePlus(a.path)
	_, a.raw, _ = splitQuery(uri)
	a.lower = pathKey(a.path)
	return a
}

// original is the address that targets are made of: the path decoded, the query
// as it was sent.
func (a *Address) original() string {
	if strings.IndexByte(a.uri, '?') < 0 {
		return a.text
	}
	return a.path + "?" + a.raw
}

func pathKey(path string) string {
	if len(path) > 1 {
		path = strings.TrimSuffix(path, "/")
	}
	return strings.ToLower(path)
}

// NewMatcher makes a Matcher of rules. Expressions that can't be compiled are
// left out and reported, by rule: they come from data that was written around
// the program.
func NewMatcher(rules []*Rule) (*Matcher, map[int64]error) {
	rules = slices.Clone(rules)
	slices.SortFunc(rules, func(a, b *Rule) int { return cmp.Or(cmp.Compare(a.Position, b.Position), cmp.Compare(a.ID, b.ID)) })
	m := &Matcher{rules: make([]compiled, 0, len(rules)), paths: make(map[string][]int32, len(rules)), grams: map[gram][]int32{}, lost: -1}
	var flaws map[int64]error
	for _, r := range rules {
		c, err := prepare(r)
		if err != nil {
			if flaws == nil {
				flaws = map[int64]error{}
			}
			flaws[r.ID] = err
			continue
		}
		i := int32(len(m.rules))
		m.rules = append(m.rules, c)
		if c.source == nil {
			key := pathKey(c.path)
			m.paths[key] = append(m.paths[key], i)
		} else if c.MatchType == MatchPage && m.lost < 0 {
			m.lost = i
		}
	}
	m.index()
	return m, flaws
}

func prepare(r *Rule) (compiled, error) {
	c := compiled{Rule: r}
	var err error
	if r.Condition.Regex && r.Condition.Value != "" {
		if c.condition, err = compile(r.Condition.Value, true); err != nil {
			return c, err
		}
	}
	if r.Flags.Regex {
		if c.source, err = compile(r.URL, r.Flags.Case); err == nil {
			c.needle = required(c.source)
		}
		return c, err
	}
	path, query, _ := splitQuery(r.URL)
	c.path, c.query = decodePlus(path), query
	c.params = parameters(query)
	if r.Flags.Case {
		lower(c.params)
	}
	return c, nil
}

// index files each expression under the rarest gram of its needle.
func (m *Matcher) index() {
	count := map[gram]int{}
	for i := range m.rules {
		for g := range grams(m.rules[i].needle) {
			count[g]++
		}
	}
	for i := range m.rules {
		c := &m.rules[i]
		if c.source == nil {
			continue
		}
		var best gram
		least := 0
		for g := range grams(c.needle) {
			if least == 0 || count[g] < least {
				best, least = g, count[g]
			}
		}
		if least == 0 {
			m.anywhere = append(m.anywhere, int32(i))
			continue
		}
		m.grams[best] = append(m.grams[best], int32(i))
	}
}

func grams(s string) func(yield func(gram) bool) {
	return func(yield func(gram) bool) {
		for i := 0; i+3 <= len(s); i++ {
			if !yield(gram{s[i], s[i+1], s[i+2]}) {
				return
			}
		}
	}
}

// find appends to found the rules whose sources an address matches, in their
// order.
func (m *Matcher) find(a *Address, found []*compiled) []*compiled {
	var room [16]int32
	list := room[:0]
	for _, i := range m.paths[a.lower] {
		if m.rules[i].literal(a) {
			list = append(list, i)
		}
	}
	if len(m.grams) > 0 || len(m.anywhere) > 0 {
		list = m.expressions(a, list)
	}
	if len(list) == 0 {
		return found
	}
	slices.Sort(list)
	for _, i := range slices.Compact(list) {
		found = append(found, &m.rules[i])
	}
	return found
}

// findLost is the rule for an address that means nothing, nil when none has it as its source.
//
// Compat (TestRuleOfLostAddress): of the rules for such addresses the first alone is asked that
// may be meant. Every expression may be, and a source in other letters.
func (m *Matcher) findLost(a *Address) *compiled {
	best := m.lost
	for _, i := range m.paths[a.lower] {
		c := &m.rules[i]
		if c.MatchType == MatchPage && (best < 0 || i < best) && c.queried(a) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	c := &m.rules[best]
	if c.source == nil && c.literal(a) || c.source != nil && c.source.MatchString(matched(a.text)) {
		return c
	}
	return nil
}

// queried tells whether the query of an address may be meant by a literal source.
func (c *compiled) queried(a *Address) bool {
	switch c.Flags.Query {
	case QueryExact:
		return c.Flags.sameQuery(c.params, c.query, a.raw)
	case QueryExactOrder:
		return c.Flags.sameQuery(nil, c.query, a.query)
	}
	return true
}

// literal tells whether the literal source of a rule is an address.
func (c *compiled) literal(a *Address) bool {
	want, got := c.path, a.path
	if c.Flags.Trailing {
		want, got = withoutSlash(want), withoutSlash(got)
	}
	if want != got && !(c.Flags.Case && strings.EqualFold(want, got)) {
		return false
	}
	if c.Flags.Query == QueryExactOrder {
		return c.Flags.sameQuery(nil, c.query, a.query)
	}
	return c.Flags.sameQuery(c.params, c.query, a.raw)
}

func withoutSlash(path string) string {
	if len(path) > 1 {
		return strings.TrimSuffix(path, "/")
	}
	return path
}

func (m *Matcher) expressions(a *Address, list []int32) []int32 {
	whole := matched(a.text)
	text := strings.ToLower(whole)
	try := func(i int32) {
		c := &m.rules[i]
		if (c.needle == "" || strings.Contains(text, c.needle)) && c.source.MatchString(whole) {
			list = append(list, i)
		}
	}
	tried := map[gram]bool{} // an address may have the same one a thousand times
	for i := 0; i+3 <= len(text) && len(m.grams) > 0; i++ {
		g := gram{text[i], text[i+1], text[i+2]}
		rules := m.grams[g]
		if len(rules) == 0 || tried[g] {
			continue
		}
		tried[g] = true
		for _, at := range rules {
			try(at)
		}
	}
	for _, i := range m.anywhere {
		try(i)
	}
	return list
}
