package content

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// FieldKind is what the values of an indexed field are compared as.
type FieldKind string

// The kinds of indexed fields.
const (
	FieldText   FieldKind = "text"   // without regard to case and accents
	FieldNumber FieldKind = "number" // switches count as 0 and 1
	FieldDate   FieldKind = "date"   // moments; one without a zone counts as in UTC
)

// IndexedField is a custom field of a type whose values lists filter and order by.
type IndexedField struct {
	Key    string
	Kind   FieldKind
	Many   bool // an entry may have several values; lists aren't ordered by it
	Unique bool // no two entries of the type have the same value
	// Ready tells that the values of all entries are in the index. Until then it has
	// those that were written since it was declared.
	Ready bool
}

// FieldOp is how a filter compares a field with values.
type FieldOp string

// The comparisons of fields. An entry without a value of the field is found by none of them
// but FieldIsEmpty.
const (
	FieldIs       FieldOp = "is" // one of the values
	FieldAbove    FieldOp = "gt"
	FieldFrom     FieldOp = "gte"
	FieldBelow    FieldOp = "lt"
	FieldUpTo     FieldOp = "lte"
	FieldContains FieldOp = "like" // a text has the value in it
	FieldExists   FieldOp = "exists"
	FieldIsEmpty  FieldOp = "empty"
)

// FieldFilter asks for entries by the values of an indexed field.
type FieldFilter struct {
	Field  IndexedField
	Op     FieldOp
	Values []any
}

// FieldTakenError refuses a second entry with the value of a unique field.
type FieldTakenError struct{ Key string }

// Error implements error.
func (e *FieldTakenError) Error() string {
	return fmt.Sprintf("another entry has this value of %q", e.Key)
}

// ErrFieldValue refuses a value that a field of a kind can't be compared with.
var ErrFieldValue = errors.New("the value doesn't fit the field")

// Number is what a value of a number or a date is compared as: a date by its seconds
// since 1970. ok is false for a value that the kind hasn't.
func (k FieldKind) Number(v any) (n float64, ok bool) {
	if k == FieldDate {
		text, _ := v.(string)
		return moment(text)
	}
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case int:
		return float64(v), true
	case float64:
		return v, !math.IsNaN(v)
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	case string:
		switch v {
		case "true":
			return 1, true
		case "false":
			return 0, true
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
		return n, err == nil && !math.IsNaN(n)
	}
	return 0, false
}

// dateForms are the forms of a moment; those without a zone are in UTC.
var dateForms = []string{
	time.RFC3339Nano, "2006-01-02T15:04:05.999999999", time.DateTime, "2006-01-02T15:04Z07:00", "2006-01-02T15:04", time.DateOnly,
}

func moment(text string) (at float64, ok bool) {
	for _, form := range dateForms {
		if t, err := time.Parse(form, strings.TrimSpace(text)); err == nil {
			return float64(t.Unix()) + float64(t.Nanosecond())/1e9, true
		}
	}
	return 0, false
}

// FieldTextOf is what a value of a text is compared as, before case and accents are taken
// away; "" for one that isn't a text, a number or a switch.
func FieldTextOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case int:
		return strconv.Itoa(v)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return ""
}

// Takes tells whether lists can compare the field with a value.
func (f IndexedField) Takes(v any) bool {
	if f.Kind == FieldText {
		return FieldTextOf(v) != ""
	}
	_, ok := f.Kind.Number(v)
	return ok
}
