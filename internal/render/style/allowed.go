package style

// safeProperties may appear in inline CSS.
var safeProperties = map[string]bool{
	"background": true, "background-color": true, "background-image": true, "background-position": true,
	"background-repeat": true, "background-size": true, "background-attachment": true, "background-blend-mode": true,
	"border": true, "border-radius": true, "border-width": true, "border-color": true, "border-style": true,
	"border-right": true, "border-right-color": true, "border-right-style": true, "border-right-width": true,
	"border-bottom": true, "border-bottom-color": true, "border-bottom-left-radius": true,
	"border-bottom-right-radius": true, "border-bottom-style": true, "border-bottom-width": true, "border-left": true,
	"border-left-color": true, "border-left-style": true, "border-left-width": true, "border-top": true,
	"border-top-color": true, "border-top-left-radius": true, "border-top-right-radius": true, "border-top-style": true,
	"border-top-width": true, "border-spacing": true, "border-collapse": true, "caption-side": true, "columns": true,
	"column-count": true, "column-fill": true, "column-gap": true, "column-rule": true, "column-span": true,
	"column-width": true, "display": true, "color": true, "filter": true, "font": true, "font-family": true,
	"font-size": true, "font-style": true, "font-variant": true, "font-weight": true, "letter-spacing": true,
	"line-height": true, "text-align": true, "text-decoration": true, "text-indent": true, "text-transform": true,
	"white-space": true, "height": true, "min-height": true, "max-height": true, "width": true, "min-width": true,
	"max-width": true, "margin": true, "margin-right": true, "margin-bottom": true, "margin-left": true,
	"margin-top": true, "margin-block-start": true, "margin-block-end": true, "margin-inline-start": true,
	"margin-inline-end": true, "padding": true, "padding-right": true, "padding-bottom": true, "padding-left": true,
	"padding-top": true, "padding-block-start": true, "padding-block-end": true, "padding-inline-start": true,
	"padding-inline-end": true, "flex": true, "flex-basis": true, "flex-direction": true, "flex-flow": true,
	"flex-grow": true, "flex-shrink": true, "flex-wrap": true, "gap": true, "row-gap": true,
	"grid-template-columns": true, "grid-auto-columns": true, "grid-column-start": true, "grid-column-end": true,
	"grid-column": true, "grid-column-gap": true, "grid-template-rows": true, "grid-auto-rows": true,
	"grid-row-start": true, "grid-row-end": true, "grid-row": true, "grid-row-gap": true, "grid-gap": true,
	"justify-content": true, "justify-items": true, "justify-self": true, "align-content": true, "align-items": true,
	"align-self": true, "clear": true, "cursor": true, "direction": true, "float": true, "list-style-type": true,
	"object-fit": true, "object-position": true, "opacity": true, "overflow": true, "vertical-align": true,
	"writing-mode": true, "position": true, "top": true, "right": true, "bottom": true, "left": true, "z-index": true,
	"box-shadow": true, "aspect-ratio": true, "container-type": true, "fill": true, "fill-opacity": true,
	"fill-rule": true, "stroke": true, "stroke-dasharray": true, "stroke-dashoffset": true, "stroke-linecap": true,
	"stroke-linejoin": true, "stroke-miterlimit": true, "stroke-opacity": true, "stroke-width": true,
	"color-interpolation": true, "color-interpolation-filters": true, "paint-order": true, "stop-color": true,
	"stop-opacity": true, "flood-color": true, "flood-opacity": true, "lighting-color": true, "marker": true,
	"marker-end": true, "marker-mid": true, "marker-start": true, "clip-path": true, "clip-rule": true, "mask": true,
	"mask-type": true, "cx": true, "cy": true, "r": true, "rx": true, "ry": true, "x": true, "y": true, "d": true,
	"alignment-baseline": true, "baseline-shift": true, "dominant-baseline": true, "glyph-orientation-horizontal": true,
	"glyph-orientation-vertical": true, "text-anchor": true, "unicode-bidi": true, "word-spacing": true,
	"font-size-adjust": true, "font-stretch": true, "color-rendering": true, "image-rendering": true,
	"shape-rendering": true, "text-rendering": true, "vector-effect": true, "transform": true, "transform-origin": true,
	"pointer-events": true, "visibility": true,
}

// urlProperties may hold url(...).
var urlProperties = map[string]bool{
	"background": true, "background-image": true, "cursor": true, "filter": true, "list-style": true,
	"list-style-image": true, "clip-path": true, "fill": true, "marker": true, "marker-end": true, "marker-mid": true,
	"marker-start": true, "mask": true, "stroke": true,
}

// functions may be called in values.
var functions = map[string]bool{
	"var": true, "calc": true, "min": true, "max": true, "minmax": true, "clamp": true, "repeat": true, "matrix": true,
	"matrix3d": true, "perspective": true, "rotate": true, "rotate3d": true, "rotateX": true, "rotateY": true,
	"rotateZ": true, "scale": true, "scale3d": true, "scaleX": true, "scaleY": true, "scaleZ": true, "skew": true,
	"skewX": true, "skewY": true, "translate": true, "translate3d": true, "translateX": true, "translateY": true,
	"translateZ": true, "circle": true, "ellipse": true, "inset": true, "path": true, "polygon": true, "rect": true,
	"shape": true, "xywh": true,
}
