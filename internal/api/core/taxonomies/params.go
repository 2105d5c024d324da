package taxonomies

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argTaxonomy = rest.TextParam("taxonomy")
	argType     = rest.TextParam("type")
)
