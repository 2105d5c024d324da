package theme

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"quoin/internal/platform/markup/clean"
)

// ErrCSSMarkup is what every error of CheckCustomCSS matches.
var ErrCSSMarkup = errors.New("the CSS would end the style element")

// CSSMarkupError says which piece of custom CSS is refused.
type CSSMarkupError struct {
	// Found is the piece, as it was given.
	Found string
	// AtEnd says that the text ends in the piece, which is the beginning of
	// an end tag.
	AtEnd bool
}

func (e *CSSMarkupError) Error() string {
	if e.AtEnd {
		return fmt.Sprintf("CSS may not end in %q", e.Found)
	}
	return fmt.Sprintf("CSS may not contain %q", e.Found)
}

// Unwrap makes the error match ErrCSSMarkup.
func (e *CSSMarkupError) Unwrap() error { return ErrCSSMarkup }

// CheckCustomCSS refuses CSS that could end the style element it is printed
// in: an end tag, or the beginning of one as the last thing. The error is a
// *CSSMarkupError.
func CheckCustomCSS(css string) error {
	const tag = "</style"
	for at := strings.IndexByte(css, '<'); at >= 0; {
		rest := css[at:]
		n := min(len(tag), len(rest))
		if strings.EqualFold(rest[:n], tag[:n]) {
			if len(rest) <= len(tag) {
				return &CSSMarkupError{Found: rest, AtEnd: true}
			}
			if strings.IndexByte(" \t\f\r\n/>", rest[len(tag)]) >= 0 {
				return &CSSMarkupError{Found: rest[:len(tag)+1]}
			}
		}
		next := strings.IndexByte(css[at+1:], '<')
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return nil
}

var (
	cssURL      = regexp.MustCompile(`url\([^)]+\)`)
	cssURLParts = regexp.MustCompile(`^url\(\s*(['"]?)(.*?)(['"]?)\s*\)$`)
	cssGradient = regexp.MustCompile(`(?:repeating-)?(?:linear|radial|conic)-gradient\((?:[^()]|\([^()]*\))*\)`)
	cssFunction = regexp.MustCompile(`(?:^|\W)(?:var|calc|min|max|minmax|clamp|repeat|matrix|matrix3d|perspective` +
		`|rotate|rotate3d|rotateX|rotateY|rotateZ|scale|scale3d|scaleX|scaleY|scaleZ|skew|skewX|skewY` +
		`|translate|translate3d|translateX|translateY|translateZ` +
		`|circle|ellipse|inset|path|polygon|rect|shape|xywh)\(`)
)

// safeProperty tells which CSS properties a user may set who may not post any
// HTML.
//
// Compat (TestSafeDeclaration): the reference's list has neither text-shadow nor the outline
// properties, so these are dropped for such users.
func safeProperty(name string) bool {
	switch name {
	case "aspect-ratio", "background", "background-attachment", "background-color", "background-image",
		"background-position", "background-repeat", "background-size",
		"border-bottom-color", "border-bottom-left-radius", "border-bottom-right-radius", "border-bottom-style",
		"border-bottom-width", "border-color", "border-left-color", "border-left-style", "border-left-width",
		"border-radius", "border-right-color", "border-right-style", "border-right-width", "border-style",
		"border-top-color", "border-top-left-radius", "border-top-right-radius", "border-top-style",
		"border-top-width", "border-width",
		"box-shadow", "color", "column-count", "column-gap", "filter", "font-family", "font-size", "font-style",
		"font-weight", "gap", "height", "letter-spacing", "line-height", "margin", "margin-bottom", "margin-left",
		"margin-right", "margin-top", "max-width", "min-height", "min-width", "padding", "padding-bottom",
		"padding-left", "padding-right", "padding-top", "row-gap", "text-align", "text-decoration", "text-indent",
		"text-transform", "width", "writing-mode":
		return true
	}
	return false
}

// safeDeclaration tells whether a value may stand for a property in a style
// sheet: the property is known, addresses have a harmless scheme and nothing
// in the value can end the declaration. Of several declarations in one value
// each has to pass.
func safeDeclaration(property, value string) bool {
	value = strings.NewReplacer("\x00", "", "\n", "", "\r", "", "\t", "").Replace(value)
	if strings.Contains(value, "<") || strings.TrimSpace(value) == "" {
		return false
	}
	name := property
	for i, piece := range strings.Split(value, ";") {
		if piece = strings.TrimSpace(piece); i > 0 {
			if piece == "" {
				continue
			}
			before, after, ok := strings.Cut(piece, ":")
			if !ok {
				return false
			}
			name, piece = strings.TrimSpace(before), after
		}
		if !safeProperty(name) || !safeValue(name, piece) {
			return false
		}
	}
	return true
}

func safeValue(name, value string) bool {
	image := name == "background" || name == "background-image"
	if image || name == "filter" {
		for _, u := range cssURL.FindAllString(value, -1) {
			m := cssURLParts.FindStringSubmatch(u)
			if m == nil || m[1] != m[3] {
				return false
			}
			address := strings.TrimSpace(m[2])
			if address == "" || clean.DropBadProtocol(address, clean.Protocols()) != address {
				return false
			}
		}
		value = cssURL.ReplaceAllString(value, "")
	}
	if image {
		value = cssGradient.ReplaceAllString(value, "")
	}
	value = dropFunctions(value)
	return !strings.ContainsAny(value, `\(&=}`) && !strings.Contains(value, "/*")
}

// dropFunctions cuts calls of known functions out, with everything between
// their brackets. A call whose brackets don't close stays.
func dropFunctions(value string) string {
	ends := bracketEnds(value)
	var out strings.Builder
	pos := 0
	for _, at := range cssFunction.FindAllStringIndex(value, -1) {
		end, closed := ends[at[1]-1]
		start := at[0]
		if !isWordByte(value[start]) {
			start++
		}
		if !closed || start < pos {
			continue
		}
		out.WriteString(value[pos:start])
		pos = end + 1
	}
	out.WriteString(value[pos:])
	return out.String()
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// bracketEnds says for each opening bracket where it is closed.
func bracketEnds(s string) map[int]int {
	ends := map[int]int{}
	var open []int
	for i := range len(s) {
		switch s[i] {
		case '(':
			open = append(open, i)
		case ')':
			if n := len(open); n > 0 {
				ends[open[n-1]] = i
				open = open[:n-1]
			}
		}
	}
	return ends
}
