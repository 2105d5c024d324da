package sqldb

// Connections of one process to PostgreSQL.
const (
	// UsualConnections is how many there may be unless the operator says otherwise:
	// a server has a hundred for all nodes and everybody else.
	UsualConnections = usualWriters + usualReaders + followConns
	// LeastConnections leaves three writers, and enough readers for a backup
	// and a list to be read beside visitors.
	LeastConnections = 10

	// usualWriters is how many transactions of one process write at the same time.
	// More would wait for each other.
	usualWriters = 24
	usualReaders = 14
	// followConns hear of other nodes, and ask them.
	followConns = 3
	// mostConnections is above what any server has.
	mostConnections = 10_000
)

// shares are how many connections may read and write at a time. Both get their part
// of the number that the operator gave.
func shares(cfg Config) (readers, writers int32) {
	if cfg.Connections <= 0 {
		return int32(min(cfg.Readers, mostConnections)) + 8, usualWriters
	}
	n := int32(min(max(cfg.Connections, LeastConnections), mostConnections)) - followConns
	writers = n * usualWriters / (usualWriters + usualReaders)
	return n - writers, writers
}
