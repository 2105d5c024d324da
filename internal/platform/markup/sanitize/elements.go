package sanitize

const globalAttributes = ` class id style title lang xml:lang dir hidden role tabindex data-*
	aria-controls aria-current aria-describedby aria-details aria-expanded
	aria-hidden aria-label aria-labelledby aria-live `

const postElements = `
abbr acronym address b bdo big br cite code dd dfn dl dt em fieldset i kbd mark:
rb rp rt rtc ruby s samp search small strike strong sub sup title tt u var wbr:
article aside caption figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup: align
legend main nav p section span summary: align
a: href rel rev name target download
area: alt coords href nohref shape target
audio: autoplay controls loop muted preload src
blockquote q: cite
button: command commandfor disabled name type value popovertarget popovertargetaction aria-haspopup
col colgroup: align char charoff span valign width
data: value
del time: datetime
details: align open name
dialog: closedby open popover autofocus
div: align popover
font: color face size
hr: align noshade size width
img: alt align border height hspace loading longdesc vspace src usemap width
ins: datetime cite
label: for
li: align value
map: name
menu: type
meter: high low max min optimum value
object: data type
ol: start type reversed
pre: width
progress: max value
table: align bgcolor border cellpadding cellspacing rules summary width
tbody tfoot thead: align char charoff valign
td th: abbr align axis bgcolor char charoff colspan headers height nowrap rowspan scope valign width
textarea: cols rows disabled name readonly
tr: align bgcolor char charoff valign
track: default kind label src srclang
ul: type popover
video: autoplay controls height loop muted playsinline poster preload src width`

const mathAttributes = ` displaystyle scriptlevel mathbackground mathcolor mathsize `

const mathElements = `
merror mmultiscripts mn mphantom mprescripts mroot mrow ms msqrt mstyle msub msubsup msup mtext semantics:
annotation: encoding
math: display
menclose: notation
mfrac: linethickness
mi: mathvariant
mo: form fence separator lspace rspace stretchy symmetric maxsize minsize largeop movablelimits
mover munder munderover: accentunder accent
mpadded: width height depth lspace voffset
mspace: width height depth
mtable: columnalign rowspacing columnspacing align rowalign columnlines rowlines frame framespacing width
mtd: columnspan rowspan columnalign rowalign
mtr: columnalign rowalign`

const inlineElements = `
a: href title
abbr acronym: title
b cite code em i s strike strong:
blockquote q: cite
del: datetime`

// addressAttributes hold an address wherever they occur, so their values lose
// forbidden protocols.
const addressAttributes = ` action archive background cite classid codebase data formaction href
	icon longdesc manifest poster profile src usemap xmlns `
