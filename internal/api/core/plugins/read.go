package plugins

import (
	"slices"
	"strings"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/entity"
)

// rendered is the description with its author, for display.
func rendered(x env.Extension) string {
	out := entity.Escape(x.Description)
	if x.Author == "" {
		return out
	}
	author := entity.Escape(x.Author)
	if x.AuthorURI != "" {
		author = `<a href="` + entity.Escape(x.AuthorURI) + `">` + author + `</a>`
	}
	return out + " <cite>By " + author + ".</cite>"
}

// find is the installed extension that a request names.
func (res *resource) find(r *rest.Request) (env.Extension, error) {
	id := argPlugin.Of(r)
	x, ok := res.Extensions.Find(func(known string) bool { return known == id })
	if !ok || res.Extensions.State(r.Context(), id) == env.ExtensionRemoved {
		return x, errNotFound
	}
	return x, nil
}

func (res *resource) allowList(r *rest.Request) error {
	if !r.Actor.Can("activate_plugins") {
		return errViewAll
	}
	return nil
}

func (res *resource) allowItem(refusal *fault.Error) func(*rest.Request) error {
	return func(r *rest.Request) error {
		if !r.Actor.Can("activate_plugins") {
			return refusal
		}
		_, err := res.find(r)
		return err
	}
}

func (res *resource) list(r *rest.Request) (*rest.Response, error) {
	states, search := argStatusList.Of(r), rest.Search.Of(r)
	var out []env.Extension
	for _, x := range res.Extensions.Installed(r.Context()) {
		if len(states) > 0 && !slices.Contains(states, string(res.Extensions.State(r.Context(), x.ID))) {
			continue
		}
		if strings.Contains(strings.Join([]string{x.ID, x.Title, x.Version, x.Description, x.URI, x.Author, x.AuthorURI, x.TextDomain}, "\n"), search) {
			out = append(out, x)
		}
	}
	return rest.OK(res.rest.Items(r, out)), nil
}

func (res *resource) get(r *rest.Request) (*rest.Response, error) {
	x, err := res.find(r)
	if err != nil {
		return nil, err
	}
	return rest.OK(res.rest.Item(r, x)), nil
}
