// Package user describes the people of a site and their application
// passwords, and holds the rules by which accounts change: Service is the
// only writer of accounts, for the API, the command line and imports alike.
//
// It decides nothing about permissions and never sees a secret in its stored
// form: hashing is handed in.
package user
