package duplicatepost

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argPostID = rest.IntParam("post_id")
)
