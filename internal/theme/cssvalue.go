package theme

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Errors of CheckCustomCSS.
var (
	ErrCSSMarkup = errors.New("the CSS would end the style element")
)

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
	cssURL       = regexp.MustCompile(`url\([^)]+\)`)
	cssURLParts  = regexp.MustCompile(`^url\(\s*(['"]?)(.*?)(['"]?)\s*\)$`)
	cssGradient  = regexp.MustCompile(`(?:repeating-)?(?:linear|radial|conic)-gradient\((?:[^()]|\([^()]*\))*\)`)
	cssFunction  = regexp.MustCompile(`(?:^|\W)(?:var|calc|min|max|minmax|clamp|repeat|matrix|matrix3d|perspective|rotate|rotate3d|rotateX|rotateY|rotateZ|scale|scale3d|scaleX|scaleY|scaleZ|skew|skewX|skewY|translate|translate3d|translateX|translateY|translateZ|circle|ellipse|inset|path|polygon|rect|shape|xywh)\(`)
	urlScheme    = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9+.-]*:`)
	safeSchemes  = []string{"http", "https", "ftp", "ftps", "mailto", "news", "irc", "irc6", "ircs", "gopher", "nntp", "feed", "telnet", "mms", "rtsp", "sms", "svn", "tel", "fax", "xmpp", "webcal", "urn"}
	cssURLNames  = []string{"background", "background-image", "filter"}
	cssSlopeName = []string{"background", "background-image"}
)

// safeProperties are the CSS properties that a user without the right to post
// any HTML may set.
//
// Compat: box shadows and outlines of some kinds are missing from the
// reference's list, and so "text-shadow" and "outline" are not in it.
var safeProperties = strings.Fields(`
	aspect-ratio background background-attachment background-color background-image background-position
	background-repeat background-size border-bottom-color border-bottom-left-radius border-bottom-right-radius
	border-bottom-style border-bottom-width border-color border-left-color border-left-style border-left-width
	border-radius border-right-color border-right-style border-right-width border-style border-top-color
	border-top-left-radius border-top-right-radius border-top-style border-top-width border-width box-shadow color
	column-count column-gap filter font-family font-size font-style font-weight gap height letter-spacing line-height
	margin margin-bottom margin-left margin-right margin-top max-width min-height min-width padding padding-bottom
	padding-left padding-right padding-top row-gap text-align text-decoration text-indent text-transform width
	writing-mode margin-block-start margin-block-end float flex-wrap align-items margin-inline-start
	margin-inline-end`)

// safeDeclaration tells whether a value may stand for a property in a style
// sheet: the property is known, addresses have a harmless scheme and nothing
// in the value can end the declaration.
func safeDeclaration(property, value string) bool {
	value = strings.NewReplacer("\x00", "", "\n", "", "\r", "", "\t", "").Replace(value)
	if !slices.Contains(safeProperties, property) {
		return false
	}
	for i, part := range strings.Split(value, ";") {
		// Compat: what stands behind a semicolon is looked at by itself, and
		// the value passes when any piece does.
		test := strings.TrimSpace(part)
		name := property
		if i > 0 {
			if test == "" {
				continue
			}
			before, after, ok := strings.Cut(test, ":")
			if ok {
				name = strings.TrimSpace(before)
				if !slices.Contains(safeProperties, name) {
					continue
				}
				test = after
			}
		}
		if safeValue(name, test) {
			return true
		}
	}
	return false
}

func safeValue(name, value string) bool {
	if slices.Contains(cssURLNames, name) {
		for _, u := range cssURL.FindAllString(value, -1) {
			m := cssURLParts.FindStringSubmatch(u)
			if m == nil || m[1] != m[3] || strings.TrimSpace(m[2]) == "" || !safeURL(strings.TrimSpace(m[2])) {
				return false
			}
			value = strings.ReplaceAll(value, u, "")
		}
	}
	if slices.Contains(cssSlopeName, name) {
		value = cssGradient.ReplaceAllString(value, "")
	}
	value = dropFunctions(value)
	return !strings.ContainsAny(value, `\(&=}`) && !strings.Contains(value, "/*")
}

func safeURL(u string) bool {
	scheme := urlScheme.FindString(u)
	return scheme == "" || slices.Contains(safeSchemes, strings.ToLower(strings.TrimSuffix(scheme, ":")))
}

// dropFunctions cuts calls of known functions out, with everything between
// their brackets. A call whose brackets don't close stays.
func dropFunctions(value string) string {
	var out strings.Builder
	for {
		at := cssFunction.FindStringIndex(value)
		if at == nil {
			break
		}
		end := closingBracket(value, at[1]-1)
		if end < 0 {
			// Compat: a later call that does close is still cut out.
			out.WriteString(value[:at[1]])
			value = value[at[1]:]
			continue
		}
		start := at[0]
		if c := value[start]; !isWordByte(c) {
			start++
		}
		out.WriteString(value[:start])
		value = value[end+1:]
	}
	out.WriteString(value)
	return out.String()
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// closingBracket is where the bracket that opens at open is closed, -1 when it
// isn't.
func closingBracket(s string, open int) int {
	depth := 0
	for i := open; i < len(s); i++ {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
