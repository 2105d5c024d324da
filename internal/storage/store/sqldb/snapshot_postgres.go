package sqldb

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// snapshot is what the server calls so: which transactions a statement saw. Those below
// max that aren't listed as under way were over.
type snapshot struct {
	text  string // as the server prints it: min:max:under,way
	max   uint64
	under []uint64
}

func parseSnapshot(text string) (snapshot, error) {
	s := snapshot{text: text}
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		return s, fmt.Errorf("the server told a strange snapshot %q", text)
	}
	var err error
	if s.max, err = strconv.ParseUint(parts[1], 10, 64); err != nil {
		return s, fmt.Errorf("the server told a strange snapshot %q: %w", text, err)
	}
	for id := range strings.SplitSeq(parts[2], ",") {
		if id == "" {
			continue
		}
		n, err := strconv.ParseUint(id, 10, 64)
		if err != nil {
			return s, fmt.Errorf("the server told a strange snapshot %q: %w", text, err)
		}
		s.under = append(s.under, n)
	}
	return s, nil
}

// sees tells whether a transaction that was committed was so before the snapshot.
func (s snapshot) sees(xid uint64) bool { return xid < s.max && !slices.Contains(s.under, xid) }
