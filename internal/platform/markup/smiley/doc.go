// Package smiley replaces typed faces such as :-) and names such as :wink: by
// emoji, or by an image where there is no emoji.
//
// A face counts only between blanks, line ends or the ends of a text between
// tags. Text inside code, pre, script, style and textarea is left alone.
//
// Invariants: Convert is pure, never fails, and takes time linear in the text.
package smiley
