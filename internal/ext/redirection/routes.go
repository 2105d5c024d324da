package redirection

import (
	"cmp"
	"context"
	"slices"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/display/render/datefmt"
	"quoin/internal/domain/site"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
)

func (s *base) formatted(ctx context.Context, t time.Time, format *site.Option[string]) string {
	return datefmt.In(s.Site.Texts(ctx), t.In(s.Site.Zone(ctx)), format.Of(ctx, s.Site))
}

// read makes an endpoint that reads. What waits to be written is written
// before, so that the answer has it.
func (s *service) read(handle func(r *rest.Request) (any, error), answer *schema.Schema, args ...rest.Arg) rest.Endpoint {
	return rest.Endpoint{Methods: rest.Readable, Args: args, Answer: answer, Allow: rest.Manage, Handle: func(r *rest.Request) (*rest.Response, error) {
		scope.NoStore(r.Context())
		if err := fault.Incidental(s.logbook.flush(r.Context())); err != nil {
			return nil, err
		}
		return answered(handle(r))
	}}
}

// write makes an endpoint that writes in one transaction, after what waited to
// be written.
func (s *service) write(handle func(r *rest.Request) (any, error), answer *schema.Schema, args ...rest.Arg) rest.Endpoint {
	return s.writeInParts(func(r *rest.Request) (body any, err error) {
		var refused error // but what was written stays
		err = s.DB.InTx(r.Context(), func(ctx context.Context) error {
			var err error
			body, err = handle(r.WithContext(ctx))
			if f := fault.As(err); f != nil && f.CommitAnyway {
				refused, err = err, nil
			}
			return err
		})
		return body, cmp.Or(err, refused)
	}, answer, args...)
}

// writeInParts is write for what has transactions of its own.
func (s *service) writeInParts(handle func(r *rest.Request) (any, error), answer *schema.Schema, args ...rest.Arg) rest.Endpoint {
	return rest.Endpoint{Methods: rest.Editable, Args: args, Answer: answer, Allow: rest.Manage, NoTransaction: true, Handle: func(r *rest.Request) (*rest.Response, error) {
		if err := fault.Incidental(s.logbook.flush(r.Context())); err != nil {
			return nil, err
		}
		generation := s.rules.generation.Load()
		body, err := handle(r)
		if s.rules.generation.Load() != generation {
			// A rule acts on every node before its writer is answered.
			if err := s.DB.Heard(r.Context()); err != nil {
				s.Log.WarnContext(r.Context(), "other nodes may act by old redirects for a moment", "error", err)
			}
		}
		return answered(body, err)
	}}
}

func answered(body any, err error) (*rest.Response, error) {
	if err != nil {
		return nil, err
	}
	return rest.OK(body), nil
}

// refuse is an error of a handler; error_code is of this program.
func refuse(code, message string, number int) *fault.Error {
	return fault.BadRequest(code, message).With("error_code", number)
}

// items are the arguments that name what a bulk route acts on.
func items() []rest.Arg {
	return []rest.Arg{argItems.Arg(schema.List(
		schema.New("", "An id.", schema.Types(schema.String, schema.Number)), "What is acted on."))}
}

func (s *service) routes() []rest.Route {
	rules := []string{"source", "last_count", "last_access", "position", "id", ""}
	groups := []string{"name", "id", ""}
	logs := []string{"url", "ip", "total", "count", ""}
	rulePages, groupPages := paging(rules, ruleFilters()), paging(groups, []string{"status", "module", "name"})
	global := []rest.Arg{argGlobal.Arg(schema.Bool("Whether to act on all that match the filters."))}
	group := []rest.Arg{
		{Name: argModuleId.Name, Required: true, Schema: schema.Int("Number of the module.", schema.Min(0), schema.Max(3))},
		{Name: argName.Name, Required: true, Schema: schema.Str("Name of the group.")},
		{Name: "status", Schema: schema.New("", "State of the group.")},
	}
	route := func(pattern string, endpoints ...rest.Endpoint) rest.Route {
		return rest.Route{Namespace: namespace, Pattern: "/" + namespace + pattern, Endpoints: endpoints}
	}
	anyMethod := rest.Endpoint{Methods: rest.Any, Answer: successAnswer, Allow: rest.Manage, Handle: testRoute, NoTransaction: true}
	list := []rest.Route{
		route("/redirect", s.read(s.rulebook.listRules, rulesAnswer, rulePages...), s.write(s.rulebook.createRules, rulesAnswer, rulePages...).Taking(argURL.Name, argHits.Name)),
		route(`/redirect/(?P<id>[\d]+)`, s.write(s.rulebook.updateRule, ruleAnswer).Taking(append(ruleMembers(), argHits.Name)...)),
		route("/redirect/post", s.read(s.rulebook.findEntries, foundAnswer, rest.Arg{Name: argText.Name, Required: true, Schema: schema.Str("Text to look for.")})),
		route("/bulk/redirect/(?P<bulk>delete|enable|disable|reset)", s.write(s.rulebook.bulkRules, rulesAnswer, slices.Concat(rulePages, global, items())...)),
		route("/group", s.read(s.groups.listGroups, groupsAnswer, groupPages...), s.write(s.groups.createGroup, groupsAnswer, slices.Concat(groupPages, group)...)),
		route(`/group/(?P<id>[\d]+)`, s.write(s.groups.updateGroup, groupAnswer, group...)),
		route("/bulk/group/(?P<bulk>delete|enable|disable)", s.write(s.groups.bulkGroups, groupsAnswer, slices.Concat(groupPages, items())...)),
	}
	for _, l := range []struct {
		name    string
		missing bool
	}{{"log", false}, {"404", true}} {
		pages := paging(logs, logFilters(l.missing))
		show := func(r *rest.Request) (any, error) { return s.logbook.listLog(r, l.missing, argGroupBy.Of(r)) }
		remove := func(r *rest.Request) (any, error) { return s.logbook.deleteLog(r, l.missing) }
		list = append(list,
			route("/"+l.name, s.read(show, logAnswer, pages...).Taking(argGroupBy.Name)),
			route("/bulk/"+l.name+"/(?P<bulk>delete)", s.writeInParts(remove, logAnswer, slices.Concat(pages, items())...).Taking(argGroupBy.Name)))
	}
	return append(list,
		route("/setting", s.read(s.maintenance.showSettings, settingsAnswer), s.write(s.maintenance.saveSettings, settingsAnswer).Taking(settingNames()...)),
		route("/plugin", s.read(s.maintenance.showStatus, statusAnswer), s.write(s.maintenance.repair, statusAnswer,
			argName.Arg(schema.Str("Name of a value.")), argValue.Arg(schema.Str("The value.")))),
		route("/plugin/test", anyMethod),
		route("/plugin/data", s.write(s.maintenance.install, installAnswer, argUpgrade.Arg(schema.Str("What to do about a step that failed.",
			schema.Enum("stop", "skip", "retry"))))),
		route("/plugin/delete", s.write(s.maintenance.remove, removedAnswer)),
		route(`/import/file/(?P<group_id>\d+)`, s.writeInParts(s.exchange.importUpload, importedAnswer)),
		route("/import/plugin", s.read(s.maintenance.listImporters, importersAnswer), s.write(s.maintenance.importPlugins, importedAnswer).Taking(argPlugin.Name)),
		route("/export/(?P<module>1|2|3|all)/(?P<format>csv|apache|nginx|json)", s.read(s.exchange.export, exportAnswer)),
	)
}
