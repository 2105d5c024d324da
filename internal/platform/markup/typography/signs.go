package typography

import "sync"

// Signs are what typographic punctuation is written with, as character references or as
// themselves. They differ by language.
type Signs struct {
	OpenDouble, CloseDouble string // of quotations
	OpenSingle, CloseSingle string // of quotations inside others
	Apostrophe              string
	Prime, DoublePrime      string // of feet and inches
	EnDash, EmDash          string
	Ellipsis                string
}

// English are the signs of English. They are shared: nobody changes them.
var English = sync.OnceValue(func() *Signs {
	return &Signs{
		OpenDouble: "&#8220;", CloseDouble: "&#8221;", OpenSingle: "&#8216;", CloseSingle: "&#8217;", Apostrophe: "&#8217;",
		Prime: "&#8242;", DoublePrime: "&#8243;", EnDash: "&#8211;", EmDash: "&#8212;", Ellipsis: "&#8230;",
	}
})

const times = "&#215;"
