package svg

import "strings"

func set(lists ...string) map[string]bool {
	m := map[string]bool{}
	for _, l := range lists {
		for _, n := range strings.Fields(l) {
			m[n] = true
		}
	}
	return m
}

// elements are kept; others go with everything inside.
var elements = set(`
	svg g defs symbol use title desc style
	path rect circle ellipse line polyline polygon image
	text tspan textPath
	linearGradient radialGradient stop pattern clipPath mask marker
	filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
	feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur
	feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`,
	animationElements)

const animationElements = `animate animateMotion animateTransform mpath`

var animations = set(animationElements)

// unwrapped elements go, what is inside them stays.
var unwrapped = set("a switch")

// attributes without a prefix that are kept.
var attributes = set(`
	id class style lang tabindex role href version viewBox preserveAspectRatio
	x y z x1 y1 x2 y2 cx cy r rx ry fx fy fr d points width height dx dy rotate
	transform transform-origin gradientTransform patternTransform pathLength textLength lengthAdjust startOffset method spacing side
	gradientUnits patternUnits patternContentUnits clipPathUnits maskUnits maskContentUnits markerUnits filterUnits primitiveUnits
	spreadMethod offset markerWidth markerHeight refX refY orient
	aria-hidden aria-label aria-labelledby aria-describedby focusable`, `
	alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters
	color-rendering cursor direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity
	font-family font-size font-size-adjust font-stretch font-style font-variant font-weight
	glyph-orientation-horizontal glyph-orientation-vertical image-rendering isolation kerning letter-spacing lighting-color
	marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow paint-order pointer-events
	shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
	stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering unicode-bidi vector-effect
	visibility white-space word-spacing writing-mode enable-background`, `
	in in2 result mode type values tableValues slope intercept amplitude exponent operator k1 k2 k3 k4 order kernelMatrix
	divisor bias targetX targetY edgeMode preserveAlpha kernelUnitLength surfaceScale diffuseConstant specularConstant
	specularExponent scale xChannelSelector yChannelSelector azimuth elevation pointsAtX pointsAtY pointsAtZ
	limitingConeAngle stdDeviation radius baseFrequency numOctaves seed stitchTiles`, `
	attributeName attributeType begin dur end min max restart repeatCount repeatDur fill calcMode keyTimes keySplines
	keyPoints from to by additive accumulate path`)
