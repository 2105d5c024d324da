// Package telemetry shows what a running server does: whether it lives and is
// ready, metrics in the format of Prometheus, and a log line for each request.
// It knows nothing of sites; package app gives it what it shows.
package telemetry
