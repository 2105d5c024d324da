package analytics

import (
	"context"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

func (s *service) routes() []rest.Route {
	route := func(pattern string, endpoints ...rest.Endpoint) rest.Route {
		return rest.Route{Namespace: namespace, Pattern: "/" + namespace + pattern, Endpoints: endpoints}
	}
	get := func(allow func(*rest.Request) error, handle func(*rest.Request) (*rest.Response, error), answer *schema.Schema, args ...rest.Arg) rest.Endpoint {
		return rest.Endpoint{Methods: rest.Readable, Allow: allow, Handle: handle, Answer: answer, Refusal: refusedAnswer, Args: args}
	}
	post := func(allow func(*rest.Request) error, handle func(*rest.Request) (*rest.Response, error), answer *schema.Schema, args ...rest.Arg) rest.Endpoint {
		return rest.Endpoint{Methods: rest.Creatable, Allow: allow, Handle: handle, Answer: answer, Refusal: refusedAnswer, Args: args}
	}
	key := rest.Arg{Name: argOnboardingKey.Name, Required: true, Schema: schema.Str("The key that an administrator made for the onboarding.")}
	license := rest.Arg{Name: argLicenseKey.Name, Required: true, Schema: schema.Str("A licence of the provider's.")}
	setLicense := post(s.hasKey, s.setLicense, successAnswer, license, key)
	setLicense.NoTransaction = true
	named := rest.Arg{Name: argSlug.Name, Schema: &schema.Schema{Symbol: true}}
	return []rest.Route{
		s.viewsRoute(),
		route("/feedback", post(rest.Manage, s.takeFeedback, rest.Nothing).Taking(argFeatureKey.Name, argMessage.Name, argRating.Name)),
		route("/onboarding/settings", get(s.hasKey, s.showSettings, settingsAnswer, key), post(s.hasKey, s.saveSettings, successAnswer, key).Taking(settingNames()...)),
		route("/onboarding/connect-url", get(s.hasKey, s.connectURL, addressAnswer, license, key)),
		route("/onboarding/set-license-key", setLicense),
		route("/onboarding/delete-onboarding-key", post(s.hasKey, s.deleteKey, successAnswer, key)),
		route("/popular-posts/themes/(?P<type>[a-zA-Z0-9-]+)", get(rest.Can("edit_posts"), s.showThemes, themesAnswer, rest.Arg{Name: argType.Name, Schema: &schema.Schema{}})),
		route("/terms/(?P<slug>[a-zA-Z0-9-_]+)", get(rest.Can("edit_posts"), s.listTerms, termsAnswer, named)),
		route("/taxonomy/(?P<slug>[a-zA-Z0-9-_]+)", get(rest.Can("edit_posts"), s.showTaxonomy, taxonomyAnswer, named)),
	}
}

func (s *service) showThemes(r *rest.Request) (*rest.Response, error) {
	// The reference knows a kind whatever its case, and what is chosen only by its name.
	kind := strings.ToLower(argType.Of(r))
	list := themes(kind)
	if list == nil {
		return rest.OK(wire.NewObject("themes", []any{}, "selected", "")), nil
	}
	out, selected := &wire.Object{}, ""
	for i := range list {
		out.Set(list[i].name, list[i].object(kind))
	}
	if kind != "products" && kind == argType.Of(r) {
		selected = s.settings(r.Context()).theme(kind)
	}
	return rest.OK(wire.NewObject("themes", out, "selected", selected)), nil
}

// mostTerms bounds a list of terms, which has no pages.
const mostTerms = 10000

func (s *service) listTerms(r *rest.Request) (*rest.Response, error) {
	out := []any{}
	tax := s.taxonomyOf(r)
	if tax == nil {
		return rest.OK(out), nil
	}
	page, err := s.Store.ListTerms(r.Context(), taxonomy.Query{
		Taxonomies: []string{tax.Name}, HideEmpty: true, Hierarchical: tax.Hierarchical, Order: taxonomy.ByName, SkipTotal: true, Limit: mostTerms,
	})
	if err != nil {
		return nil, err
	}
	for _, t := range page.Terms {
		out = append(out, wire.NewObject("id", t.ID, "name", t.Name, "parent", t.Parent))
	}
	return rest.OK(out), nil
}

// hasKey lets in who has the key of the onboarding.
func (s *service) hasKey(r *rest.Request) error {
	scope.NoStore(r.Context())
	if !s.keyHolds(r.Context(), argOnboardingKey.Of(r)) {
		return errKey
	}
	return nil
}

var errKey = fault.New(401, "invalid_onboarding_key", "The key is wrong or has ended.")

// settingsNow are the tracking settings.
func (s *service) settingsNow(ctx context.Context) *wire.Object {
	out := &wire.Object{}
	for _, set := range declared.Options() {
		out.Set(set.Name, s.Options.Value(ctx, set.Name))
	}
	return out
}

func (s *service) showSettings(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	return rest.OK(wire.NewObject(
		"settings", s.settingsNow(ctx),
		"profile", wire.NewObject("connected", optionProvider.Of(ctx, s.Options) != "", "licensed", optionLicense.Of(ctx, s.Options) != ""),
		"site", wire.NewObject("name", s.Site.PlainTitle(ctx), "url", s.Site.Base(ctx), "email", site.AdminEmail.Of(ctx, s.Site)),
	)), nil
}

// settingNames are the arguments that saveSettings reads: each setting by its name, or all
// in one object.
func settingNames() []string {
	names := []string{argSettings.Name}
	for _, set := range declared.Options() {
		names = append(names, set.Name)
	}
	return names
}

// saveSettings stores the known settings that were sent, by themselves or as
// members of "settings". One that doesn't fit refuses them all.
func (s *service) saveSettings(r *rest.Request) (*rest.Response, error) {
	given := argSettings.Of(r)
	for _, set := range declared.Options() {
		v := rest.ValueParam(set.Name).Of(r)
		if given.Has(set.Name) {
			v = given.Get(set.Name)
		}
		if v == nil {
			continue
		}
		if err := s.Options.Set(r.Context(), set.Name, v); err != nil {
			if f := fault.As(err); f != nil {
				return nil, rest.InvalidParam(set.Name, f)
			}
			return nil, err
		}
	}
	return rest.OK(wire.NewObject("success", true)), nil
}

func (s *service) deleteKey(r *rest.Request) (*rest.Response, error) {
	if err := optionKey.Unset(r.Context(), s.Options); err != nil {
		return nil, err
	}
	return rest.OK(wire.NewObject("success", true)), nil
}
