package exttest

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argEntry      = rest.IntParam("entry")
	argProbeNote  = rest.TextParam("probe_note")
	argProbeNoted = rest.BoolParam("probe_noted")
)
