package content

import "strconv"

// Status is where an entry stands in its life.
type Status string

// The statuses that Quoin itself knows. Extensions may register further ones.
const (
	Publish   Status = "publish"
	Future    Status = "future"
	Draft     Status = "draft"
	Pending   Status = "pending"
	Private   Status = "private"
	Trash     Status = "trash"
	AutoDraft Status = "auto-draft"
	Inherit   Status = "inherit"
)

// Provisional tells whether entries of this status are still being written: they
// may be without a fixed date and without a slug, or have one that others have as
// well.
func (s Status) Provisional() bool { return s == Draft || s == Pending || s == AutoDraft }

func asInt(v any) int64 {
	switch v := v.(type) {
	case int64:
		return v
	case int:
		return int64(v)
	case float64:
		return int64(v)
	case string:
		i, _ := strconv.ParseInt(v, 10, 64)
		return i
	}
	return 0
}
