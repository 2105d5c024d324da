// Gosec runs the rules of github.com/securego/gosec as a tool of go vet. So one
// package is looked at at a time, with what the compiler wrote of those it imports
// instead of their sources, and what hasn't changed isn't looked at again. The
// program of gosec itself loads all sources at once, and takes minutes to be built.
package main

import (
	"strings"

	"github.com/securego/gosec/v2/goanalysis"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

func main() {
	gosec := *goanalysis.Analyzer
	gosec.Run = withoutTests(gosec.Run)
	unitchecker.Main(&gosec)
}

// withoutTests keeps silent about test files, which go vet has read along with the
// packages that they test.
func withoutTests(run func(*analysis.Pass) (any, error)) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (any, error) {
		quiet := *pass
		quiet.Report = func(found analysis.Diagnostic) {
			if !strings.HasSuffix(pass.Fset.Position(found.Pos).Filename, "_test.go") {
				pass.Report(found)
			}
		}
		return run(&quiet)
	}
}
