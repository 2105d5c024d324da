package sanitize

import "strings"

// plainProperties hold neither addresses nor gradients. "--*" is accepted as
// it is written here, too.
const plainProperties = `
background-attachment background-blend-mode background-color background-position background-repeat background-size
border border-collapse border-color border-radius border-spacing border-style border-width
border-bottom border-bottom-color border-bottom-left-radius border-bottom-right-radius border-bottom-style border-bottom-width
border-left border-left-color border-left-style border-left-width
border-right border-right-color border-right-style border-right-width
border-top border-top-color border-top-left-radius border-top-right-radius border-top-style border-top-width
aspect-ratio bottom box-shadow caption-side clear color container-type direction display float left opacity overflow position right top vertical-align z-index
column-count column-fill column-gap column-rule column-span column-width columns gap row-gap
align-content align-items align-self justify-content justify-items justify-self
flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap
font font-family font-size font-size-adjust font-stretch font-style font-variant font-weight
grid-auto-columns grid-auto-rows grid-column grid-column-end grid-column-gap grid-column-start grid-gap
grid-row grid-row-end grid-row-gap grid-row-start grid-template-columns grid-template-rows
height max-height max-width min-height min-width width
letter-spacing line-height list-style-type text-align text-decoration text-indent text-transform white-space word-spacing writing-mode
margin margin-block-end margin-block-start margin-bottom margin-inline-end margin-inline-start margin-left margin-right margin-top
padding padding-block-end padding-block-start padding-bottom padding-inline-end padding-inline-start padding-left padding-right padding-top
object-fit object-position pointer-events transform transform-origin visibility --*
alignment-baseline baseline-shift clip-rule color-interpolation color-interpolation-filters color-rendering
cx cy d dominant-baseline fill-opacity fill-rule flood-color flood-opacity
glyph-orientation-horizontal glyph-orientation-vertical image-rendering lighting-color mask-type paint-order
r rx ry shape-rendering stop-color stop-opacity
stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
text-anchor text-rendering unicode-bidi vector-effect x y`

const (
	addressProperties  = `clip-path cursor fill filter marker marker-end marker-mid marker-start mask stroke`
	gradientProperties = `background background-image`
)

var properties = buildProperties()

func buildProperties() map[string]valueKind {
	m := map[string]valueKind{}
	add := func(names string, k valueKind) {
		for _, n := range strings.Fields(names) {
			m[n] = k
		}
	}
	add(plainProperties, valueKind{})
	add(addressProperties, valueKind{address: true})
	add(gradientProperties, valueKind{address: true, gradient: true})
	return m
}

// functions may hold anything between their parentheses.
var functions = buildFunctions()

func buildFunctions() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`
		calc clamp max min minmax repeat var
		matrix matrix3d perspective rotate rotate3d rotateX rotateY rotateZ
		scale scale3d scaleX scaleY scaleZ skew skewX skewY
		translate translate3d translateX translateY translateZ
		circle ellipse inset path polygon rect shape xywh`) {
		m[n] = true
	}
	return m
}
