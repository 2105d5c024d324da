// Package domain is the folder of what a site is about: entries, terms, people, comments,
// media, themes and templates, with their rules. It knows neither SQL nor HTTP, and imports
// the platform alone.
package domain
