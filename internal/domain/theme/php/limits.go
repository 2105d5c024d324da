package php

// The bounds of what one evaluation may take. They are far above what themes
// need.
const (
	maxSource   = 1 << 20
	maxTokens   = 200_000
	maxNesting  = 100       // of expressions and statements
	maxSteps    = 1_000_000 // nodes evaluated
	maxText     = 4 << 20   // bytes of a string and of the output
	maxMade     = 64 << 20
	maxItems    = 20_000 // of an array
	maxCalls    = 60     // functions and files within each other
	maxProblems = 200
	maxPadding  = 1000 // of a number in sprintf
)
