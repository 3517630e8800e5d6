package imaging

import "strings"

const (
	svgNamespace   = "http://www.w3.org/2000/svg"
	xlinkNamespace = "http://www.w3.org/1999/xlink"
	xmlNamespace   = "http://www.w3.org/XML/1998/namespace"
	xhtmlNamespace = "http://www.w3.org/1999/xhtml"
)

// isSVGNamespace accepts no namespace too: markup copied out of a page has none,
// and it is written with one.
func isSVGNamespace(space string) bool { return space == "" || space == svgNamespace }

// isXLink accepts the usual prefix without its declaration, for the same reason.
func isXLink(space string) bool { return space == xlinkNamespace || space == "xlink" }

// nameSet makes a set of the names in lists.
func nameSet(lists ...string) map[string]bool {
	set := map[string]bool{}
	for _, list := range lists {
		for name := range strings.FieldsSeq(list) {
			set[name] = true
		}
	}
	return set
}

const svgAnimationNames = "animate animateMotion animateTransform set"

var (
	svgAnimations = nameSet(svgAnimationNames)

	svgElements = nameSet(svgAnimationNames, `
		svg g defs symbol use switch a title desc style path rect circle ellipse line polyline polygon
		text tspan textPath image linearGradient radialGradient stop pattern clipPath mask marker mpath
		filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
		feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
		feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting
		feSpotLight feTile feTurbulence`)

	// svgUndrawn are elements that define a colour or an effect. Rules for every
	// element do not apply to them.
	svgUndrawn = nameSet("linearGradient radialGradient stop filter")
)

// presentationNames are CSS properties that are attributes too.
const presentationNames = `
	alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation
	color-interpolation-filters color-rendering direction display dominant-baseline fill fill-opacity
	fill-rule filter flood-color flood-opacity font font-family font-feature-settings font-kerning
	font-size font-size-adjust font-stretch font-style font-variant font-variant-caps
	font-variant-ligatures font-variant-numeric font-variation-settings font-weight
	glyph-orientation-horizontal glyph-orientation-vertical image-rendering isolation kerning
	letter-spacing lighting-color line-height marker marker-end marker-mid marker-start mask mask-type
	mix-blend-mode opacity overflow paint-order pointer-events shape-rendering stop-color stop-opacity
	stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
	stroke-opacity stroke-width text-align text-anchor text-decoration text-decoration-color
	text-decoration-line text-decoration-style text-indent text-orientation text-rendering
	text-transform transform transform-box transform-origin unicode-bidi vector-effect visibility
	white-space word-spacing writing-mode cx cy r rx ry x y width height`

// textAttributes have values that no browser reads as CSS.
const textAttributes = `
	id class d points lang title path systemLanguage requiredExtensions requiredFeatures`

var (
	svgPlain = nameSet(textAttributes)

	svgAttributes = nameSet(presentationNames, textAttributes, `
		version type media x1 x2 y1 y2 fx fy fr dx dy rotate pathLength viewBox preserveAspectRatio
		gradientTransform gradientUnits spreadMethod offset patternContentUnits patternTransform
		patternUnits clipPathUnits maskContentUnits maskUnits markerHeight markerUnits markerWidth orient
		refX refY textLength lengthAdjust startOffset method spacing side filterUnits primitiveUnits in
		in2 result mode operator k1 k2 k3 k4 stdDeviation edgeMode values tableValues slope intercept
		amplitude exponent order kernelMatrix kernelUnitLength divisor bias targetX targetY preserveAlpha
		surfaceScale diffuseConstant specularConstant specularExponent limitingConeAngle azimuth
		elevation pointsAtX pointsAtY pointsAtZ z baseFrequency numOctaves seed stitchTiles scale
		xChannelSelector yChannelSelector radius attributeName attributeType begin dur end min max
		restart repeatCount repeatDur calcMode keyTimes keySplines keyPoints origin from to by additive
		accumulate`)

	cssProperties = nameSet(presentationNames, `
		d background background-color animation animation-delay animation-direction animation-duration
		animation-fill-mode animation-iteration-count animation-name animation-play-state
		animation-timing-function`)

	// cssFunctions are the functions that a value may use. url() is checked
	// apart.
	cssFunctions = nameSet(`
		rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix var calc min max clamp rect
		matrix matrix3d translate translatex translatey translate3d scale scalex scaley rotate skew skewx
		skewy cubic-bezier steps blur brightness contrast drop-shadow grayscale hue-rotate invert opacity
		saturate sepia inset circle ellipse polygon path`)
)

// svgAnimated reports whether an animation may change the attribute. A changed id,
// class or style would change what the drawing refers to.
func svgAnimated(name string) bool {
	return svgAttributes[name] && (!svgPlain[name] || name == "d" || name == "points")
}
