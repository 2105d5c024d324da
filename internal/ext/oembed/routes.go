package oembed

import (
	"net/http"
	"strconv"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/ext"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var errInvalid = fault.NotFound("oembed_invalid_url", "Not Found")

const defaultWidth = 600

type service struct {
	ext.Own
	ext.Reads
	ext.Writes
	ext.Display
	ext.Outward
	providers []provider
}

// Extension is a part of every site.
func Extension() ext.Extension {
	return ext.Extension{ID: "oembed", New: func(h *ext.Host) (*ext.Parts, error) {
		s := &service{Own: h.Own, Reads: h.Reads, Writes: h.Writes, Display: h.Display, Outward: h.Outward, providers: trustedProviders()}
		return &ext.Parts{Routes: s.routes()}, nil
	}}
}

func (s *service) routes() []rest.Route {
	address := rest.Arg{
		Name: argURL.Name, Required: true, Schema: schema.Str("Address of what is to be shown.", schema.Format(schema.URI)),
		Sanitize: func(_ *rest.Request, v any) (any, *fault.Error) { return clean.URL(schema.ToText(v), nil), nil },
	}
	width := func(a rest.Arg) rest.Arg {
		a.Sanitize = func(_ *rest.Request, v any) (any, *fault.Error) { return leading(v), nil }
		return a
	}
	text := func(name, about string) schema.Property { return schema.Prop(name, schema.Str(about)) }
	answer := schema.Of(
		text("version", "Version of oEmbed."), text("provider_name", "Title of the site."), text("provider_url", "Its address."),
		text("author_name", "Who wrote it."), text("author_url", "Page of the writer."), text("title", "Title of the entry."), text("type", "What it is."),
		schema.Prop("width", schema.Int("In pixels.")), schema.Prop("height", schema.Int("In pixels.")), text("html", "How it is shown."),
		text("thumbnail_url", "Address of its picture."), schema.Prop("thumbnail_width", schema.Int("In pixels.")), schema.Prop("thumbnail_height", schema.Int("In pixels.")),
	)
	foreign := schema.Obj(nil, "What the provider answered.", schema.Open())
	return []rest.Route{
		{
			Namespace: "oembed/1.0", Pattern: "/oembed/1.0/embed",
			Endpoints: []rest.Endpoint{{
				Methods: rest.Readable, Allow: rest.Public, Handle: s.embed, Answer: answer,
				Refused: refused, Media: []string{"text/xml"}, RefusedIn: []string{"text/xml"},
				Args: []rest.Arg{
					address,
					{Name: argFormat.Name, Schema: schema.New("", "", schema.Default("json")), Sanitize: cleanFormat},
					width(argMaxwidth.Arg(schema.New("", "", schema.Default(defaultWidth)))),
				},
			}},
		},
		{
			Namespace: "oembed/1.0", Pattern: "/oembed/1.0/proxy",
			Endpoints: []rest.Endpoint{{
				Methods: rest.Readable, Allow: rest.Can("edit_posts"), Handle: s.proxy, Answer: foreign,
				Args: []rest.Arg{
					address,
					argFormat.Arg(schema.Str("Format in which the provider is asked.", schema.Default("json"), schema.Enum("json", "xml"))),
					width(argMaxwidth.Arg(schema.Int("Greatest width in pixels.", schema.Default(defaultWidth)))),
					width(argMaxheight.Arg(schema.Int("Greatest height in pixels."))),
					argDiscover.Arg(schema.Bool("Whether to ask the page itself for its provider.", schema.Default(true))),
				},
			}},
		},
	}
}

func cleanFormat(_ *rest.Request, v any) (any, *fault.Error) {
	if v == "xml" {
		return v, nil
	}
	return "json", nil
}

// leading is the number that a value begins with, without sign; 0 for words.
func leading(v any) int64 {
	text, ok := v.(string)
	if !ok {
		n := schema.ToInt(v)
		return max(n, -n)
	}
	text = strings.TrimLeft(strings.TrimSpace(text), "+-")
	end := 0
	for end < len(text) && end < 9 && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	n, _ := strconv.ParseInt(text[:end], 10, 64)
	return n
}

// inXML tells whether the answer is XML.
//
// Compat (TestRefusedInXML): that of a HEAD is always said to be JSON.
func inXML(r *rest.Request) bool { return argFormat.Of(r) == "xml" && r.Method != http.MethodHead }

// embed tells how to show an entry of this site.
func (s *service) embed(r *rest.Request) (*rest.Response, error) {
	xml := inXML(r)
	data, err := s.own(r.Context(), argURL.Of(r), argMaxwidth.Of(r))
	switch {
	case err != nil:
		return nil, err
	case data == nil && xml:
		return writeXML(http.StatusNotFound, errInvalid.Body()), nil
	case data == nil:
		return nil, errInvalid
	case xml:
		return writeXML(http.StatusOK, data), nil
	}
	return rest.OK(data), nil
}

// refused answers in XML that an argument isn't taken, when that was asked for.
func refused(r *rest.Request, f *fault.Error) *rest.Response {
	if !inXML(r) {
		return nil
	}
	return writeXML(f.HTTPStatus(), f.Body())
}

// proxy tells how to show any address.
func (s *service) proxy(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	data, err := s.own(ctx, argURL.Of(r), argMaxwidth.Of(r))
	if err != nil {
		return nil, err
	}
	if data == nil {
		if data, err = s.foreign(ctx, question{
			url: argURL.Of(r), width: argMaxwidth.Of(r), height: argMaxheight.Of(r), format: argFormat.Of(r), discover: argDiscover.Of(r),
		}); err != nil {
			return nil, err
		}
	}
	if data == nil {
		return nil, errInvalid
	}
	return rest.OK(data), nil
}

// writeXML answers in XML: an element for each member, those of lists named
// like the root.
func writeXML(status int, o *wire.Object) *rest.Response {
	text := `<?xml version="1.0"?>` + "\n" + element("oembed", o) + "\n"
	response := &rest.Response{Status: status, Write: func(w http.ResponseWriter) { _, _ = w.Write([]byte(text)) }}
	return response.SetHeader("Content-Type", "text/xml; charset=UTF-8")
}
