package render

import (
	"context"
	"strings"
	"time"

	"quoin/internal/platform/scope"
)

// Limits are what one rendering may cost. What they count doesn't depend on
// the machine, so that a text is cut at the same place everywhere; Time is
// only there for what they don't foresee.
type Limits struct {
	Steps      int // blocks and shortcodes; those that are made by a function count for four
	Read       int // bytes of HTML that blocks and filters go over
	Copied     int // bytes of HTML that stand inside blocks, once for each block around them
	Output     int // bytes of HTML that blocks and shortcodes add
	Statements int // of the store
	Time       time.Duration
}

// EntryLimits bound the text of one entry of a length in bytes. What is
// written out may be long: what blocks make of it has a limit.
func EntryLimits(length int) Limits {
	return Limits{
		Steps: 40_000 + length/16, Read: 16<<20 + 16*length, Copied: 8<<20 + 12*length, Output: 2 << 20, Statements: 1000, Time: 5 * time.Second,
	}
}

// PageLimits bound one page of the site, with an entry of a length or none.
func PageLimits(length int) Limits {
	l := EntryLimits(length)
	l.Steps, l.Read, l.Output, l.Statements = l.Steps+10_000, l.Read+16<<20, l.Output+2<<20, l.Statements+1000
	l.Copied += 4<<20 + 4*length // the blocks of the template stand around all
	return l
}

// AnswerLimits bound all texts of one answer together, besides what follows
// from the length of each.
func AnswerLimits() Limits {
	return Limits{Steps: 200_000, Read: 256 << 20, Copied: 64 << 20, Output: 32 << 20, Statements: 3000, Time: 15 * time.Second}
}

// Limit names what was used up first.
type Limit string

// The limits of a Budget.
const (
	LimitSteps      Limit = "too many blocks and shortcodes"
	LimitRead       Limit = "too much text to go over"
	LimitCopied     Limit = "too much text in blocks inside blocks"
	LimitOutput     Limit = "too much HTML from blocks and shortcodes"
	LimitStatements Limit = "too many look-ups"
	LimitTime       Limit = "too much time"
	LimitAnswer     Limit = "too many long texts in one answer"
	// LimitCancelled is the end of the request: nobody waits for the rest.
	LimitCancelled Limit = "the request ended"
)

// Budget counts what a rendering costs, and what it costs the answer that it
// is made for. It isn't safe for concurrent use. A nil Budget has no end.
type Budget struct {
	limits Limits
	answer *Budget
	began  time.Time
	asked  int // statements of the scope when it began

	steps, read, copied, output int
	exceeded                    Limit
	// overdrawn tells that even what was begun may not be finished.
	overdrawn bool
}

// NewBudget begins a budget for something that is rendered with ctx. answer may
// be nil.
func NewBudget(ctx context.Context, l Limits, answer *Budget) *Budget {
	return &Budget{limits: l, answer: answer, began: time.Now(), asked: scope.From(ctx).Statements()}
}

// Extend makes room for one more text of a length in bytes.
func (b *Budget) Extend(length int) {
	l := EntryLimits(length)
	none := EntryLimits(0)
	b.limits.Steps += l.Steps - none.Steps
	b.limits.Read += l.Read - none.Read
	b.limits.Copied += l.Copied - none.Copied
}

// Exceeded is what was used up, "" while there is some left. Nothing is
// rendered any more then.
func (b *Budget) Exceeded() Limit {
	if b == nil {
		return ""
	}
	return b.exceeded
}

// exceed uses up a limit.
func (b *Budget) exceed(l Limit) {
	if b != nil && b.exceeded == "" {
		b.exceeded = l
	}
}

// checkEvery is how many cheap steps go between looks at the clock.
const checkEvery = 16

// spend takes from the budget and tells whether there is some left.
func (b *Budget) spend(ctx context.Context, steps, read, output int) bool {
	if b == nil {
		return true
	}
	look := steps > 1 || (b.steps+steps)/checkEvery != b.steps/checkEvery || read > 64<<10
	b.steps, b.read, b.output = b.steps+steps, b.read+read, b.output+output
	if b.exceeded != "" {
		b.overdrawn = b.overdrawn || b.read > 2*b.limits.Read || b.output > 2*b.limits.Output
		return false
	}
	switch {
	case b.steps > b.limits.Steps:
		b.exceeded = LimitSteps
	case b.read > b.limits.Read:
		b.exceeded = LimitRead
	case b.output > b.limits.Output:
		b.exceeded = LimitOutput
	case !look:
	case ctx.Err() != nil:
		b.exceeded = LimitCancelled
	case scope.From(ctx).Statements()-b.asked > b.limits.Statements:
		b.exceeded = LimitStatements
	case time.Since(b.began) > b.limits.Time:
		b.exceeded = LimitTime
	}
	if b.answer != nil && !b.answer.spend(ctx, steps, read, output) && b.exceeded == "" {
		b.exceeded = LimitAnswer
	}
	return b.exceeded == ""
}

// copy takes what putting texts together costs, of some bytes in all.
func (b *Budget) copy(bytes int) {
	if b == nil {
		return
	}
	if b.copied += bytes; b.copied > b.limits.Copied {
		b.exceed(LimitCopied)
		b.overdrawn = b.overdrawn || b.copied > b.limits.Copied+b.limits.Copied/4
	}
	if b.answer.copy(bytes); b.answer.Exceeded() != "" {
		b.exceed(LimitAnswer)
	}
}

// concat puts texts one behind the other. One that is alone isn't copied.
func (b *Budget) concat(texts []string) string {
	alone := -1
	for i, t := range texts {
		if t == "" {
			continue
		}
		if alone >= 0 {
			out := strings.Join(texts, "")
			b.copy(len(out))
			return out
		}
		alone = i
	}
	if alone < 0 {
		return ""
	}
	return texts[alone]
}

// Read takes what going over bytes of text costs from a budget without a
// rendering, and tells whether there is some left.
func (b *Budget) Read(ctx context.Context, bytes int) bool { return b.spend(ctx, 0, bytes, 0) }

type budgetKey struct{}

// WithBudget makes all renderings with the returned context use one budget.
func WithBudget(ctx context.Context, b *Budget) context.Context {
	return context.WithValue(ctx, budgetKey{}, b)
}

// budgetOf is the budget of a context, or a new one for one entry.
func budgetOf(ctx context.Context, post *Post) *Budget {
	if b, _ := ctx.Value(budgetKey{}).(*Budget); b != nil {
		return b
	}
	length := 0
	if post != nil {
		length = len(post.Content)
	}
	return NewBudget(ctx, EntryLimits(length), nil)
}

// CutNote is what stands for editors to find where a rendering was cut off.
func CutNote(why Limit) string {
	return "\n<!-- Not everything is shown: " + string(why) + ". -->\n"
}

// Spend takes what going over bytes of text costs and tells whether the
// rendering may go on. Blocks call it before they read long texts again.
func (c *Context) Spend(bytes int) bool { return c.run.budget.spend(c, 0, bytes, 0) }

// Take spends what showing n things of a list costs, such as images, and tells
// how many of them may be shown.
func (c *Context) Take(n int) int {
	b := c.run.budget
	if b == nil {
		return n
	}
	left := max(0, b.limits.Steps-b.steps) / functionCost
	if c.run.budget.spend(c, functionCost*n, 0, 0) {
		return n
	}
	return min(n, left)
}

// Exceeded is what of the rendering's budget was used up, "" when all could be
// shown.
func (r *run) Exceeded() Limit { return r.budget.Exceeded() }
