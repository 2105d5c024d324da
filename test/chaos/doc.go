// Package chaos runs a site as an operator would, two nodes on a PostgreSQL with a
// synchronous standby and an S3 server, has writers write to it whose every answer is
// remembered, and harms what it stands on: processes are killed and suspended, connections
// cut and stalled, disks filled, the standby takes over. After each round nothing that was
// acknowledged may be lost, nothing that was refused be stored and nothing be there twice;
// both nodes serve from their caches what a node without one makes anew, and have given back
// what they took.
//
// What happens follows from a seed, which is printed:
//
//	QUOIN_CHAOS_SEED=7 go test ./test/chaos -v
//	QUOIN_CHAOS_HARMS="takes over" go test ./test/chaos -v
//	QUOIN_SOAK=20 go test ./test/chaos -v -timeout 0
package chaos
