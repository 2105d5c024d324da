package moving

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
)

// maxID is the largest id that a site may bring: programs that read JSON know no larger
// whole number, and new objects need some behind it.
const maxID = 1 << 53

// ids are the tables whose ids come along, and the column of each.
var ids = [...]struct{ table, column string }{{"users", "ID"}, {"terms", "term_id"}, {"posts", "ID"}, {"comments", "comment_ID"}}

// sound tells why nothing of an old site is to be brought: an id that leaves no room, or comments
// without any entry, as in a dump from which the rows of entries were left out.
func sound(ctx context.Context, from *Source) error {
	for _, id := range ids {
		var most sql.NullString
		err := from.each(ctx, "SELECT MAX("+id.column+") FROM {"+id.table+"}", nil, func(scan func(...any) error) error { return scan(&most) })
		if err != nil {
			return fmt.Errorf("the table %s: %w", id.table, err)
		}
		if !most.Valid {
			continue
		}
		if n, err := strconv.ParseInt(most.String, 10, 64); err != nil || n > maxID {
			return fmt.Errorf("the table %s has the %s %s, behind which there is no room for others: the largest may be %d", id.table, id.column, most.String, int64(maxID))
		}
	}
	entries, err := from.count(ctx, "posts")
	if err != nil || entries > 0 {
		return err
	}
	comments, err := from.count(ctx, "comments")
	if err == nil && comments > 0 {
		err = fmt.Errorf("the table posts has no rows, and comments has %d: dump its data too", comments)
	}
	return err
}
