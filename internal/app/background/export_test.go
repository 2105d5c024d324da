package background

// What tests do and look at from outside, where a whole site is at hand.
const (
	ClockEvery = clockEvery
	JobTrash   = jobTrash
	JobAudit   = jobAudit
)

var (
	FirstJobs    = (*Work).firstJobs
	ClockSet     = (*Work).clockSet
	EmptyTrash   = (*Work).emptyTrash
	PruneAudit   = (*Work).pruneAudit
	OldByClock   = (*Work).oldByClock
	NoteSearches = (*Work).noteSearches
	FindSearches = (*Work).findSearches
)
