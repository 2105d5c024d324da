// Package storetest holds the contract of a store, which both engines run:
// what each method promises, that nothing survives a rollback, that the
// counters equal a count after any writes, and that lists equal those of a
// naive model.
package storetest
