// Package account serves the pages on which people log in and look after their
// accounts: log-in and log-out, lost passwords, the passwords of entries, the
// page on which a person lets a program act for them, and the page of one's own
// account.
//
// Their addresses, parameters and field names are those of the reference. They
// work without scripts. None is cached or shown in a frame, and each form that
// changes something for a person who is logged in carries a nonce.
//
// Start reading at Pages.ServeHTTP.
package account
