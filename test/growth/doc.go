// Package growth holds what reads stored or sent text to a time that grows
// with the length of the text and not with its square.
//
// A tenth of a megabyte of one pattern over and over is what a hostile author
// can send; whatever takes the square of it takes minutes. Each test runs a
// text and one of twice the length; when the time more than triples, it runs one
// of eight times the length too, and fails when the square shows there as well.
// What is fast even for the longest text is not measured twice, so that the
// whole stays short; what looks slow is measured again, beside the short text,
// since machines are shared.
package growth
