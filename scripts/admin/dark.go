package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// The packages know one scheme of colours, and say most of them literally. The dark scheme is
// made of the light one: a colour becomes that of its hue which stands to the dark ground as
// it stood to white. So each two colours keep the contrast that they had, and what could be read can be
// read. Sheets get both, as light-dark(), and elements choose by their color-scheme.

// ground is what white becomes; #1e1e1e, the text of the light scheme, becomes white.
const ground = 30

// printed is a colour as the bundler prints it; it is no part of a name, of an address or of a selector.
var printed = regexp.MustCompile(`#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})\b|rgba?\(\s*[\d.]+\s*,\s*[\d.]+\s*,\s*[\d.]+\s*(?:,\s*[\d.]+\s*)?\)|\b(?:white|black)\b`)

// quoted is what of a value stands for itself: texts and addresses.
var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^)]*\)`)

// bothSchemes gives each colour in the declarations of a style sheet its dark one.
func bothSchemes(sheet []byte) []byte {
	var b strings.Builder
	text, from := string(sheet), 0
	take := func(to int, end byte) { // what stands before a brace or semicolon
		part := text[from:to]
		if name, value, ok := strings.Cut(part, ":"); ok && end != '{' {
			b.WriteString(name + ":" + bothIn(name, value))
		} else {
			b.WriteString(part)
		}
		from = to
	}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"', '\'':
			for end := text[i]; i+1 < len(text); {
				i++
				if text[i] == '\\' {
					i++
				} else if text[i] == end {
					break
				}
			}
		case '(':
			if strings.HasSuffix(text[:i], "url") && text[i+1] != '"' && text[i+1] != '\'' {
				for ; text[i] != ')'; i++ {
				}
			}
		case '{', '}', ';':
			take(i, text[i])
			b.WriteByte(text[i])
			from = i + 1
		}
	}
	take(len(text), 0)
	return []byte(b.String())
}

// bothIn does so for one declaration. Shadows and what dims a page are black in the dark as well.
func bothIn(property, value string) string {
	property = strings.TrimSpace(property)
	if strings.Contains(value, "light-dark(") {
		return value
	}
	var b strings.Builder
	from := 0
	for _, at := range append(quoted.FindAllStringIndex(value, -1), []int{len(value), len(value)}) {
		b.WriteString(printed.ReplaceAllStringFunc(value[from:at[0]], func(found string) string {
			c, ok := colorOf(found)
			if !ok || c.alpha == 0 || c.shades(property) {
				return found
			}
			return "light-dark(" + found + "," + c.dark().String() + ")"
		}))
		b.WriteString(value[at[0]:at[1]])
		from = at[1]
	}
	return b.String()
}

// color is one of sRGB, its members from 0 to 1.
type color struct{ red, green, blue, alpha float64 }

func colorOf(text string) (color, bool) {
	switch {
	case text == "white":
		text = "#fff"
	case text == "black":
		text = "#000"
	}
	if digits, ok := strings.CutPrefix(text, "#"); ok {
		if len(digits) < 6 {
			var long strings.Builder
			for _, d := range digits {
				long.WriteString(string(d) + string(d))
			}
			digits = long.String()
		}
		if len(digits) == 6 {
			digits += "ff"
		}
		n, err := strconv.ParseUint(digits, 16, 32)
		return color{float64(n>>24) / 255, float64(n>>16&255) / 255, float64(n>>8&255) / 255, float64(n&255) / 255}, err == nil
	}
	_, inner, _ := strings.Cut(strings.TrimSuffix(text, ")"), "(")
	c := color{alpha: 1}
	for i, part := range strings.Split(inner, ",") {
		n, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil {
			return c, false
		}
		switch i {
		case 0:
			c.red = n / 255
		case 1:
			c.green = n / 255
		case 2:
			c.blue = n / 255
		case 3:
			c.alpha = n
		}
	}
	return c, true
}

func (c color) String() string {
	of := func(v float64) int { return int(math.Round(255 * min(max(v, 0), 1))) }
	text := fmt.Sprintf("#%02x%02x%02x", of(c.red), of(c.green), of(c.blue))
	if c.alpha < 1 {
		text += fmt.Sprintf("%02x", of(c.alpha))
	}
	return text
}

// shades says whether a colour darkens what is below it: a shadow, or what lies over a page.
func (c color) shades(property string) bool {
	black := c.red+c.green+c.blue == 0 && c.alpha < 1
	return black && (strings.Contains(property, "shadow") || strings.HasPrefix(property, "background") && c.alpha >= 0.25)
}

func linear(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

func encoded(v float64) float64 {
	if v <= 0.0031308 {
		return v * 12.92
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

// light is the luminance of a colour, with what every screen adds to it: the quotient of two is their
// contrast.
func (c color) light() float64 {
	return 0.2126*linear(c.red) + 0.7152*linear(c.green) + 0.0722*linear(c.blue) + 0.05
}

// dark is the colour in the dark scheme.
func (c color) dark() color {
	white, below := 1.05, color{ground / 255.0, ground / 255.0, ground / 255.0, 1}.light()
	wanted := min(below*white/c.light(), white)
	// The lightness of Oklab that gives it; what the hue can't have at it is taken from the colour.
	l, a, b := c.oklab()
	grey := math.Hypot(a, b) < 0.002
	low, high := 0.0, 1.0
	made := c
	for range 40 {
		l = (low + high) / 2
		for part := 1.0; ; part -= 0.02 {
			if grey || part < 0 {
				part = 0
			}
			made = ofOklab(l, a*part, b*part)
			if part == 0 || made.shown() {
				break
			}
		}
		if made.light() < wanted {
			low = l
		} else {
			high = l
		}
	}
	made.alpha = c.alpha
	return made
}

// shown says whether screens of sRGB have a colour.
func (c color) shown() bool {
	return min(c.red, c.green, c.blue) >= -0.0005 && max(c.red, c.green, c.blue) <= 1.0005
}

func (c color) oklab() (l, a, b float64) {
	r, g, bl := linear(c.red), linear(c.green), linear(c.blue)
	x := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*bl)
	y := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*bl)
	z := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*bl)
	return 0.2104542553*x + 0.7936177850*y - 0.0040720468*z,
		1.9779984951*x - 2.4285922050*y + 0.4505937099*z,
		0.0259040371*x + 0.7827717662*y - 0.8086757660*z
}

func ofOklab(l, a, b float64) color {
	cube := func(v float64) float64 { return v * v * v }
	x, y, z := cube(l+0.3963377774*a+0.2158037573*b), cube(l-0.1055613458*a-0.0638541728*b), cube(l-0.0894841775*a-1.2914855480*b)
	return color{
		encoded(4.0767416621*x - 3.3077115913*y + 0.2309699292*z),
		encoded(-1.2684380046*x + 2.6097574011*y - 0.3413193965*z),
		encoded(-0.0041960863*x - 0.7034186147*y + 1.7076147010*z), 1,
	}
}

// inScripts gives the colours that components print from scripts their dark ones.
func inScripts() api.Plugin {
	named := regexp.MustCompile(`"(#[0-9a-f]{3,6})"`)
	return api.Plugin{Name: "dark", Setup: func(b api.PluginBuild) {
		// The site editor says on which ground its lists stand, and makes their colours of that.
		b.OnLoad(api.OnLoadOptions{Filter: `edit-site[/\\]build-module[/\\]components[/\\]layout[/\\]index\.mjs$`}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			const said = `CONTENT_COLOR = { background: "#ffffff" }`
			text, err := os.ReadFile(a.Path)
			if err == nil && !strings.Contains(string(text), said) {
				err = fmt.Errorf("%s says its ground in another way", a.Path)
			}
			white, _ := colorOf("#fff")
			accent, _ := colorOf("#3858e9")
			dark := fmt.Sprintf(`{ background: %q, primary: %q }`, white.dark().String(), accent.dark().String())
			contents := strings.Replace(string(text), said, `CONTENT_COLOR = window.matchMedia("(prefers-color-scheme: dark)").matches ? `+dark+` : { background: "#ffffff" }`, 1)
			return api.OnLoadResult{Contents: &contents, Loader: api.LoaderJS, ResolveDir: filepath.Dir(a.Path)}, err
		})
		b.OnLoad(api.OnLoadOptions{Filter: `components[/\\]build-module[/\\]utils[/\\]colors-values\.mjs$`}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			text, err := os.ReadFile(a.Path)
			contents := named.ReplaceAllStringFunc(string(text), func(found string) string {
				return `"` + bothIn("color", strings.Trim(found, `"`)) + `"`
			})
			return api.OnLoadResult{Contents: &contents, Loader: api.LoaderJS}, err
		})
	}}
}
