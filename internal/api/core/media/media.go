package media

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"quoin/internal/api/core/entry"
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/schema"
)

// resource is core/v2/media.
type resource struct {
	*entry.Resource
	fields entry.Fields
}

// Routes are the routes of attachments.
func Routes(e *env.Env) []rest.Route {
	t := e.Types.Get(content.TypeAttachment)
	m := &resource{fields: entry.Fields{Env: e, Type: t}}
	m.Resource = &entry.Resource{
		Env: e, Type: t, Fields: m.allFields(), Links: m.links,
		// Compat (api.TestGeneratedIDsOfFiles): the reference makes the answer to an update twice.
		CountsOn: true,
		List: entry.List{
			Status:   string(content.Inherit),
			Statuses: []string{string(content.Inherit), string(content.Private), string(content.Trash)},
			Args:     listArgs(), Filter: filter,
		},
		Get:    entry.Get{NoPassword: true, NoExcerptLength: true},
		Create: entry.Create{Allow: m.allowCreate, Args: m.createArgs(), Handle: m.create, Scalar: rest.ScalarIgnored},
		Delete: entry.Delete{
			TrashOff: func(r *rest.Request) bool { return !site.MediaTrash.Of(r.Context(), e.Site) },
			Removed:  m.removed,
		},
	}
	base := `/core/v2/media/(?P<id>[\d]+)`
	id := rest.Arg{Name: "id", Schema: schema.Int("Id of the attachment.")}
	return append(m.Resource.Routes(),
		rest.Route{
			Namespace: "core/v2", Pattern: base + "/post-process",
			Endpoints: []rest.Endpoint{{
				Methods: rest.Creatable, Allow: m.MayUpdate, Handle: m.postProcess, NoTransaction: true, Answer: m.Schema(),
				Args: []rest.Arg{id, {
					Name: "action", Schema: schema.Str("What is to be done.", schema.Enum("create-image-subsizes")), Required: true, FirstPass: true,
				}},
			}},
		},
		rest.Route{
			Namespace: "core/v2", Pattern: base + "/edit",
			Endpoints: []rest.Endpoint{{
				Methods: rest.Creatable, Args: m.editArgs(), Allow: m.allowEdit, Prepare: m.PrepareCreate, Handle: m.edit, NoTransaction: true,
				Answer: m.Schema(), Status: http.StatusCreated, Unlisted: []string{argFlip.Name},
			}},
		},
		rest.Route{
			Namespace: "core/v2", Pattern: base + "/sideload", Schema: m.Schema,
			Endpoints: []rest.Endpoint{{
				Methods: rest.Creatable, Args: append([]rest.Arg{id}, m.sideloadArgs()...), Allow: m.allowEdit, Handle: m.sideload, NoTransaction: true,
				Answer: sideloadAnswer(),
			}},
		},
		rest.Route{
			Namespace: "core/v2", Pattern: base + "/finalize", Schema: m.Schema,
			Endpoints: []rest.Endpoint{{
				Methods: rest.Creatable, Args: append([]rest.Arg{id}, m.finalizeArgs()...), Allow: m.allowEdit, Handle: m.finalize, Status: http.StatusOK,
			}},
		},
	)
}

// ClientSide tells whether browsers let clients process images themselves: on
// sites that are reached over https or on the machine itself. The index then
// tells them what they need for it, and types that this server can't resize
// may be uploaded.
func ClientSide(r *rest.Request) bool {
	if r.TLS {
		return true
	}
	u, err := url.Parse(r.API.Base(r.Context()))
	if err != nil {
		return false
	}
	host := u.Hostname()
	return u.Scheme == "https" || host == "localhost" || strings.HasSuffix(host, ".localhost")
}

func listArgs() []rest.Arg {
	return []rest.Arg{
		argMediaType.Arg(schema.List(schema.Str("", schema.Enum(mediaTypes...)), "Limit the list to files of these kinds.", schema.Default(schema.None))),
		argMimeType.Arg(schema.List(schema.Str(""), "Limit the list to files of these media types.", schema.Default(schema.None))),
	}
}

// mediaTypes are the kinds of files, in the order of the reference.
var mediaTypes = []string{"image", "video", "text", "application", "audio"}

// links adds what an attachment is attached to.
func (m *resource) links(r *rest.Request, e *content.Entry) []rest.Link {
	if e.Parent == 0 {
		return nil
	}
	parent, err := m.Store.EntryByID(r.Context(), e.Parent)
	if err != nil {
		return nil
	}
	ref, ok := entry.RefOf(m.Types, parent)
	if !ok {
		return nil
	}
	return []rest.Link{{
		Rel: rest.CURIE + "attached-to", Href: ref, Embeddable: true,
		Attributes: attachedTo(parent),
	}}
}

// sizeNames are the names of the registered sub-sizes.
func (m *resource) sizeNames(r *rest.Request) []string {
	var names []string
	for _, s := range m.Media.RegisteredSizes(r.Context()) {
		names = append(names, s.Name)
	}
	return slices.Clip(names)
}
