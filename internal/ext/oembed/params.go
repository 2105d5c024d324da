package oembed

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argDiscover  = rest.BoolParam("discover")
	argFormat    = rest.TextParam("format")
	argMaxheight = rest.IntParam("maxheight")
	argMaxwidth  = rest.IntParam("maxwidth")
	argURL       = rest.TextParam("url")
)
