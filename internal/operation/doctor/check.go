package doctor

import (
	"context"
	"errors"
	"fmt"
)

// Level is how bad a finding is.
type Level string

// Levels of findings. A warning is something that the owner should know of; an
// error keeps something from working, or shows that something was lost.
const (
	OK      Level = "ok"
	Warning Level = "warning"
	Error   Level = "error"
)

// Finding is what a check found.
type Finding struct {
	Check string `json:"check"`
	Level Level  `json:"level"`
	Text  string `json:"text"`
	// Examples are the first of many.
	Examples []string `json:"examples,omitempty"`
	// Mended is set for what was wrong and was mended.
	Mended bool `json:"mended,omitempty"`
	// Advice says what to do about it.
	Advice string `json:"advice,omitempty"`
	// pattern is the text with places for values.
	pattern string
	values  []string
}

// Found is a finding whose text has values in its places, %s or %d.
func Found(level Level, text string, values ...any) Finding {
	f := Finding{Level: level, Text: fmt.Sprintf(text, values...), pattern: text}
	for _, v := range values {
		f.values = append(f.values, fmt.Sprint(v))
	}
	return f
}

// With is the finding with an advice.
func (f Finding) With(advice string) Finding {
	f.Advice = advice
	return f
}

// Of is the finding of a check by name.
func (f Finding) Of(check string) Finding {
	f.Check = check
	return f
}

// In is the finding in another language: of gives a text, fill puts values into its places.
// The name of the check stays.
func (f Finding) In(of func(string) string, fill func(string, ...string) string) Finding {
	f.Text, f.Advice = of(f.Text), of(f.Advice)
	if f.pattern != "" {
		f.Text = fill(of(f.pattern), f.values...)
	}
	return f
}

// Progress is told how far a long check is; unit says of what.
type Progress func(check string, done int64, unit string)

// Check looks at one thing.
type Check struct {
	Name string
	// Look tells what is wrong; nothing is wrong when it tells nothing, or
	// findings of level OK.
	Look func(ctx context.Context) ([]Finding, error)
	// Mend sets right what Look found; nil for what can't be mended here.
	Mend func(ctx context.Context) error
}

// Run runs checks one after the other, mending what they find if asked to, and
// tells each finding as it comes. A check that fails is itself a finding. begin is
// told of each check when it is looked at, and when it is mended.
func Run(ctx context.Context, checks []Check, mend bool, begin func(check string, mends bool), tell func(Finding)) error {
	for _, c := range checks {
		begin(c.Name, false)
		list, err := c.Look(ctx)
		if wrong(list) && err == nil && mend && c.Mend != nil {
			begin(c.Name, true)
			list, err = mended(ctx, c, list)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			list = append(list, Found(Error, "can't be looked at: %s", err))
		}
		if len(list) == 0 {
			list = []Finding{Found(OK, "nothing is wrong")}
		}
		for _, f := range list {
			if f.Check == "" {
				f.Check = c.Name
			}
			if wrong([]Finding{f}) && f.Advice == "" && c.Mend != nil {
				f.Advice = "quoin doctor --mend sets it right"
			}
			tell(f)
		}
	}
	return nil
}

// mended mends what was found, and looks again.
func mended(ctx context.Context, c Check, before []Finding) ([]Finding, error) {
	if err := c.Mend(ctx); err != nil {
		return before, fmt.Errorf("mend it: %w", err)
	}
	after, err := c.Look(ctx)
	if err != nil {
		return before, errors.Join(errors.New("look again"), err)
	}
	var list []Finding
	for _, f := range before {
		if f.Level == OK {
			continue
		}
		if !has(after, f) {
			f.Level, f.Mended = OK, true
			list = append(list, f)
		}
	}
	return append(list, after...), nil
}

func wrong(list []Finding) bool {
	for _, f := range list {
		if f.Level != OK {
			return true
		}
	}
	return false
}

func has(list []Finding, f Finding) bool {
	for _, other := range list {
		if other.Check == f.Check && other.Text == f.Text && other.Level == f.Level {
			return true
		}
	}
	return false
}
