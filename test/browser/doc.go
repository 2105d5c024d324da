// Package browser tries the pages on which people log in as they do: in
// Chromium, with its virtual authenticator for passkeys, and with the rules of
// axe-core for accessibility.
package browser
