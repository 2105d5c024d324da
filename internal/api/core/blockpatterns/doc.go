// Package blockpatterns is the resources core/v2/block-patterns/patterns and
// core/v2/block-patterns/categories: the patterns that the theme brings along
// and the categories that they are sorted into. Patterns that users keep are
// the resource core/v2/blocks.
package blockpatterns
