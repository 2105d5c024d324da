// Package fields is what lists, writes and links of entries get from fields that the
// owner defines: the argument that filters by them, orders, required and related values,
// and the links of relations in both directions.
package fields
