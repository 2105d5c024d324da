// Package fonts is the font library: core/v2/font-families with their
// font-faces, and core/v2/font-collections to choose from.
//
// A family and a face are entries. Their settings are a theme.json declaration,
// which writes carry as JSON in a string so that files can come in the same
// form. Files of faces are kept below fonts/ in the uploads.
//
// Start reading at families.go and faces.go; settings.go checks and cleans
// declarations.
package fonts
