// Package template is the templates and template parts of a site: those of the
// theme's files, those that users made, and those of the files that users
// changed, merged into one view.
//
// A changed or own template is an entry of type core_template or
// core_template_part that has the theme's term. It stands before the file of
// the same slug; deleting it brings the file back.
//
// Start reading at template.go, then catalog.go.
package template
