// Package taxonomies is the resource core/v2/taxonomies: the taxonomies that
// the API shows, keyed by name.
package taxonomies
