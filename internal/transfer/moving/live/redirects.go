package live

import (
	"context"
	"fmt"

	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// redirectWindow is how many things the lists of redirects give at most.
const redirectWindow = 200

// redirected reads the redirects of the old site.
type redirected struct{ *reading }

// readRedirects reads groups, rules, settings and logs of the redirects.
func (r redirected) readRedirects(ctx context.Context) error {
	if !r.there() {
		return nil
	}
	for _, l := range []struct {
		route, kind string
		take        func(*wire.Object) func(*tx) error
	}{
		{"group", KindGroup, group}, {"redirect", KindRule, r.rule}, {"log", KindHit, r.hit}, {"404", KindMiss, r.miss},
	} {
		if err := r.redirects(ctx, l.route, l.kind, l.take); err != nil {
			return err
		}
	}
	o, err := r.object(ctx, "/redirection/v1/setting")
	if err != nil || o == nil {
		return err
	}
	settings := o.Object("settings")
	if settings == nil {
		settings = o
	}
	return r.Mirror.in(ctx, func(t *tx) error { return t.option("redirection_options", serialised(settings)) })
}

// there tells whether the old site has redirects.
func (r redirected) there() bool {
	return offers(r.index, "redirection/v1")
}

// orderOf is that in which a list of redirects is read. Lines of a log come at its end: in
// passing those that came are enough.
func (r redirected) orderOf(route string) string {
	if r.unordered[route] {
		return ""
	}
	if r.quick && (route == "log" || route == "404") {
		return "&orderby=id&direction=desc"
	}
	return "&orderby=id&direction=asc"
}

func (r redirected) redirectsPath(route string, page int, order string) string {
	return fmt.Sprintf("/redirection/v1/%s?per_page=%d&page=%d%s", route, redirectWindow, page, order)
}

// redirects reads one list of them, whose pages count from 0.
func (r redirected) redirects(ctx context.Context, route, kind string, take func(*wire.Object) func(*tx) error) error {
	name := "redirects " + kind
	seen, order := map[int64]bool{}, r.orderOf(route)
	newest := r.quick && (kind == KindHit || kind == KindMiss)
	for page := 0; page < maxItems/redirectWindow; page++ {
		ask := func() (*wire.Object, error) {
			return r.object(ctx, r.redirectsPath(route, page, order))
		}
		o, err := ask()
		if err != nil {
			return err
		}
		if o == nil && page == 0 && order != "" {
			order, r.unordered[route] = "", true // an old version has no order by id
			if o, err = ask(); err != nil {
				return err
			}
		}
		all, ok := o.Get("items").([]any)
		if !ok {
			// What wasn't told of isn't gone.
			r.unanswered(name)
			return nil
		}
		fresh, known := 0, 0
		err = r.Mirror.in(ctx, func(t *tx) error {
			for _, v := range all {
				o, ok := v.(*wire.Object)
				id := number(o, "id")
				if !ok || id <= 0 || seen[id] {
					continue
				}
				seen[id], fresh = true, fresh+1
				if newest {
					there, err := t.one("SELECT 1 FROM live_seen WHERE list = ? AND id = ?", []any{name, id}, new(int))
					if err != nil {
						return err
					}
					if there {
						known++
					}
				}
				if err := t.keep(name, r.round, item{id: id, kind: kind, digest: digestOf(o), store: take(o)}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		r.took(name, fresh)
		if len(all) < redirectWindow || fresh == 0 || known > 0 {
			break
		}
	}
	if newest {
		return nil
	}
	return r.Mirror.in(ctx, func(t *tx) error {
		missing, err := t.ids("SELECT id FROM live_seen WHERE list = ? AND round < ?", name, r.round)
		for _, id := range missing {
			if err := t.gone(name, kind, id); err != nil {
				return err
			}
		}
		return err
	})
}

func group(o *wire.Object) func(*tx) error {
	return func(t *tx) error {
		return t.exec("INSERT OR REPLACE INTO wp_redirection_groups (id, name, module_id, status, position) VALUES (?, ?, ?, ?, ?)",
			number(o, "id"), text(o, "name"), number(o, "module_id"), enabled(o), number(o, "position"))
	}
}

func enabled(o *wire.Object) string {
	if schema.ToBool(o.Get("enabled")) {
		return "enabled"
	}
	return "disabled"
}

func (r redirected) rule(o *wire.Object) func(*tx) error {
	return func(t *tx) error {
		// A target that is no more than an address is kept as that.
		data := o.Object("action_data")
		target := data.Text("url")
		if data.Len() > 1 || data.Len() == 1 && !data.Has("url") {
			target = serialised(data)
		}
		regex := 0
		if schema.ToBool(o.Get("regex")) {
			regex = 1
		}
		return t.exec("INSERT OR REPLACE INTO wp_redirection_items (id, url, match_url, match_data, regex, position, last_count, last_access, group_id, status, action_type, action_code,"+
			" action_data, match_type, title) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
			number(o, "id"), text(o, "url"), text(o, "match_url"), string(wire.Encode(o.Get("match_data"), nil)), regex, number(o, "position"), number(o, "hits"), r.lastAccess(o),
			number(o, "group_id"), enabled(o), text(o, "action_type"), number(o, "action_code"), target, text(o, "match_type"), text(o, "title"))
	}
}

func (r redirected) hit(o *wire.Object) func(*tx) error {
	return func(t *tx) error {
		return t.exec("INSERT OR REPLACE INTO wp_redirection_logs (id, created, url, domain, sent_to, agent, referrer, http_code, request_method, request_data, redirect_by, redirection_id, ip)"+
			" VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)", number(o, "id"), r.moment(o), text(o, "url"), text(o, "domain"), text(o, "sent_to"), text(o, "agent"), text(o, "referrer"), number(o, "http_code"),
			text(o, "request_method"), text(o, "request_data"), text(o, "redirect_by_slug"), number(o, "redirection_id"), text(o, "ip"))
	}
}

func (r redirected) miss(o *wire.Object) func(*tx) error {
	return func(t *tx) error {
		return t.exec("INSERT OR REPLACE INTO wp_redirection_404 (id, created, url, domain, agent, referrer, http_code, request_method, request_data, ip) VALUES (?,?,?,?,?,?,?,?,?,?)",
			number(o, "id"), r.moment(o), text(o, "url"), text(o, "domain"), text(o, "agent"), text(o, "referrer"), number(o, "http_code"), text(o, "request_method"), text(o, "request_data"), text(o, "ip"))
	}
}
