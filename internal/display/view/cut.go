package view

import (
	"context"
	"time"

	"quoin/internal/display/render"
	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
)

type answerBudgetKey struct{}

// answerBudget is what all texts of the answer that ctx belongs to may cost
// together.
func answerBudget(ctx context.Context) *render.Budget {
	b, ok := scope.Get[*render.Budget](ctx, answerBudgetKey{})
	if !ok {
		b = render.NewBudget(ctx, render.AnswerLimits(), nil)
		scope.Put(ctx, answerBudgetKey{}, b)
	}
	return b
}

// cutByTimeLasts is how long a text is shown as it is that was cut off because
// it took too long: the machine may have had much else to do.
const cutByTimeLasts = time.Minute

// cut notes that a text was cut off for a reason, if it was, and is what editors
// find at its end. The text is kept like any other, so that its cost is paid
// once, unless the text alone isn't to blame.
func (v *View) cut(ctx context.Context, e *content.Entry, kind textKind, why render.Limit) string {
	switch why {
	case "":
		return ""
	case render.LimitCancelled:
		scope.NoStore(ctx)
		return ""
	case render.LimitAnswer:
		scope.NoStore(ctx)
	case render.LimitTime:
		scope.ExpiresAt(ctx, v.Site.Clock().Add(cutByTimeLasts))
	}
	v.Log.Warn("an entry is too costly to be shown as a whole", "entry", e.ID, "reason", string(why))
	if kind != kindContent {
		return ""
	}
	return render.CutNote(why)
}

// fitting is a text of a length for which the answer has room, or what stands for
// one that is left out.
func (v *View) fitting(ctx context.Context, e *content.Entry, kind textKind, text HTML, length int) HTML {
	if scope.Shows(ctx, length) {
		return text
	}
	return v.unshown(ctx, e, kind)
}

// unshown stands for a text for which the answer has no room.
func (v *View) unshown(ctx context.Context, e *content.Entry, kind textKind) HTML {
	return HTML{uncached: v.cut(ctx, e, kind, render.LimitAnswer)}
}
