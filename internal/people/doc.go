// Package people is the folder of pages and messages for people who log in, keep the site or
// comment on it.
package people
