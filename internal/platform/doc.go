// Package platform is the folder of what knows no sites: formats of text, JSON and
// addresses, caches, jobs, files, limits, languages. Everything may import it; it imports
// nothing but itself.
package platform
