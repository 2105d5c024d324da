// Package acme has the real program get its certificate from a real ACME server:
// pebble, which scripts/install-acme.sh builds apart from this module.
package acme
