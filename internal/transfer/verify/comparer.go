package verify

import (
	"context"
	"strings"

	"quoin/internal/domain/shadow"
)

// Comparer compares an answer of the old site with one of this site as Verifier does; what is to be expected is no
// difference.
func Comparer(old string, base func(ctx context.Context) string) func(context.Context, string, *shadow.Answer, *shadow.Answer) (string, error) {
	return func(ctx context.Context, path string, was, is *shadow.Answer) (string, error) {
		report, err := Pair(ctx, path,
			Said{URL: old, Answer: &Answer{Status: was.Status, Header: was.Header, Body: was.Body}},
			Said{URL: base(ctx), Answer: &Answer{Status: is.Status, Header: is.Header, Body: is.Body}})
		if err != nil {
			return "", err
		}
		for _, d := range report.Differences {
			if d.Why == "" {
				return strings.TrimPrefix(d.Where, path) + ": " + d.Old + " is " + d.New, nil
			}
		}
		return "", nil
	}
}
