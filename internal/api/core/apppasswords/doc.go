// Package apppasswords is the resource of application passwords: secrets with
// which programs act for an account. Whoever may edit the account may see and
// change them; a secret is shown once, in the answer that creates it.
package apppasswords
