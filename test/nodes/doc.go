// Package nodes runs several processes of the program on one PostgreSQL
// database. Its tests have many writers write through them, while some are
// killed, and look whether nothing is lost and everything counted; its
// benchmarks tell how many entries a second they create, also where the
// database is further away.
package nodes
