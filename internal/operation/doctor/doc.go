// Package doctor looks at a site for what is wrong with it, and mends what can
// be mended without losing anything: its database, its uploaded files, its data
// folder and the machine around it.
//
// A Check looks at one thing and tells Findings. Checks read while the site is
// served, and keep little in memory however large it is. Which checks a site
// gets is put together by package app; extensions bring their own.
package doctor
