// Package language has the texts of a site in other languages.
//
// A Pack is read from a file in one of the field's forms: compiled (.mo), source (.po),
// PHP (.l10n.php, read as data and never run) and JSON for scripts. Texts is what the packs
// of one locale say together. A text is found by its Key, a digest of the message id and
// context under which the reference has it: that of a text of ours that reads the same, or
// one that a text of ours names because it means the same (docs/adr/0015).
//
// A text that no pack has stays as it is in English, one by one.
package language
