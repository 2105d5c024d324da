// Package widgets is the resources core/v2/sidebars, core/v2/widgets and
// core/v2/widget-types: the pieces that sites had beside their content before
// templates were made of blocks.
//
// A block theme has no sidebars of its own, so that every widget lies in the
// sidebar of inactive ones, but for those of places that came with a site that
// moved in (site.OwnSidebars); what the sidebar of a widget is called when it is
// made holds until it is read the next time. Widgets are kept in two options:
// the lists of the sidebars, and the settings by widget. Types are the table
// in types.go.
package widgets
