// Package auth turns a request into the access.Actor who makes it.
//
// Callers prove who they are with an application password (Basic
// authentication) or with a session cookie and a nonce. What proves nothing
// leaves the caller an anonymous caller; only a wrong nonce is answered with a fault.
//
// Invariants:
//
//   - Secrets are compared in constant time and never stored: passwords only
//     as slow hashes with their parameters, remembered credentials only under
//     a key that no other process knows.
//   - Revoking takes effect at once: every use looks the account and the
//     application password up again.
//   - A hostile header costs a bounded amount of work: lengths are limited, a
//     wrong application password is told from a right one before the slow hash
//     (see AppPassword in apppassword.go), and slow hashes queue for a fixed
//     number of places.
//
// Start reading at Identify in identify.go.
package auth
