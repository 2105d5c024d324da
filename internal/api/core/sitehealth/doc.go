// Package sitehealth is the namespace core-site-health/v1: tests of how a site
// runs, for its administrators, and how much space it takes.
//
// A test asks the real thing: the site itself, other sites, the headers that
// arrive. Nothing that it finds is remembered.
package sitehealth
