package seo

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/ext"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// setRepresentation stores whom the site stands for.
//
// Compat (api.TestSEOConfiguration): a description is never stored, and said to
// have failed, like a logo without an address; so is an id below nothing, which takes
// the one that there was away, and a name that had to be cleaned, which is stored. The
// others are stored.
func (s *preferences) setRepresentation(r *rest.Request) (*rest.Response, error) {
	changed, failures := &wire.Object{}, []any{}
	for _, p := range []rest.Param[string]{argCompanyOrPerson, argCompanyName} {
		if p.Given(r) {
			stored := clean.TextField(p.Of(r))
			if changed.Set(p.Name, stored); stored != p.Of(r) {
				failures = append(failures, p.Name)
			}
		}
	}
	logo := func(p rest.Param[string]) {
		switch address := clean.TextField(p.Of(r)); {
		case !p.Given(r):
		case address == "" || hasHost(address):
			changed.Set(p.Name, address)
		default:
			failures = append(failures, p.Name)
		}
	}
	id := func(p rest.Param[int64]) {
		switch {
		case !p.Given(r):
		case p.Of(r) >= 0:
			changed.Set(p.Name, p.Of(r))
		default:
			changed.Set(p.Name, int64(0))
			failures = append(failures, p.Name)
		}
	}
	logo(argCompanyLogo)
	id(argCompanyLogoID)
	logo(argPersonLogo)
	id(argPersonLogoID)
	id(argCompanyOrPersonUserID)
	if argDescription.Given(r) {
		failures = append(failures, argDescription.Name)
	}
	if err := s.set(r.Context(), changed); err != nil {
		return nil, err
	}
	if err := s.keepLogo(r.Context()); err != nil {
		return nil, err
	}
	if len(failures) == 0 {
		return done(), nil
	}
	return status(http.StatusInternalServerError, wire.NewObject("success", false, "status", int64(http.StatusInternalServerError),
		"error", "Some values couldn't be stored.", "failures", failures)), nil
}

// keepLogo chooses the file at the address of the company's logo by its id, where none is
// chosen.
//
// Compat (api.TestLogosByTheirAddress): it stays when the address is emptied.
func (s *preferences) keepLogo(ctx context.Context) error {
	t := s.settings(ctx)
	if t.StandsFor != "company" || t.Company.LogoID > 0 || t.Company.Logo == "" {
		return nil
	}
	id, err := s.facts.attachmentAt(ctx, t.Company.Logo)
	if err != nil || id == 0 {
		return err
	}
	return s.set(ctx, wire.NewObject("company_logo_id", id))
}

// hasHost tells whether a text is the address of something in the web.
func hasHost(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

var aHandle = regexp.MustCompile(`^(?:https?://(?:www\.)?(?:twitter|x)\.com/([A-Za-z0-9_]{1,25})/?|([A-Za-z0-9_]{1,25}))$`)

// isProfile tells whether a text is the address of a profile.
func isProfile(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && strings.Contains(u.Host, ".")
}

// setProfiles stores the site's profiles in social networks, all or none.
func (s *preferences) setProfiles(r *rest.Request) (*rest.Response, error) {
	changed, failures := &wire.Object{}, []any{}
	fail := func(name string) {
		// The names of the parameters differ between dialects.
		failures = append(failures, wire.Symbol(name))
	}
	if argSocialASite.Given(r) {
		address := clean.TextField(argSocialASite.Of(r))
		if address != "" && !isProfile(address) {
			fail("social_a_site")
		}
		changed.Set("social_a_site", address)
	}
	if argSocialBSite.Given(r) {
		handle := clean.TextField(argSocialBSite.Of(r))
		if handle != "" {
			m := aHandle.FindStringSubmatch(handle)
			if m == nil {
				fail("social_b_site")
			} else {
				handle = m[1] + m[2]
			}
		}
		changed.Set("social_b_site", handle)
	}
	if argOtherSocialUrls.Given(r) {
		list := []any{}
		for i, address := range argOtherSocialUrls.Of(r) {
			address = clean.TextField(address)
			if address == "" {
				continue
			}
			if !isProfile(address) {
				failures = append(failures, "other_social_urls-"+itoa(i))
			}
			list = append(list, address)
		}
		changed.Set("other_social_urls", list)
	}
	if len(failures) == 0 {
		if err := s.set(r.Context(), changed); err != nil {
			return nil, err
		}
		// Compat (api.TestSEOConfiguration): an address that has to be encoded is
		// stored, and said to have failed.
		if slices.ContainsFunc(argOtherSocialUrls.Of(r), func(address string) bool { return !clean.IsASCII(address) }) {
			fail("other_social_urls")
		}
	}
	if len(failures) > 0 {
		return rest.OK(inJSON(wire.NewObject("success", false, "status", int64(http.StatusOK),
			"error", "Some values couldn't be stored.", "failures", failures))), nil
	}
	return rest.OK(inJSON(wire.NewObject("success", true, "status", int64(http.StatusOK)))), nil
}

// checkCapability tells whether the caller may edit a user. An id that nobody
// has counts as one that administrators may edit.
func (s *preferences) checkCapability(r *rest.Request) (*rest.Response, error) {
	if r.Actor.Can("edit_users") || argUserID.Of(r) == r.Actor.ID {
		return done(), nil
	}
	return rest.OK(wire.NewObject("success", false, "status", int64(http.StatusForbidden))), nil
}

func (s *preferences) setTracking(r *rest.Request) (*rest.Response, error) {
	return done(), optionTracking.Set(r.Context(), s.Options, argTracking.Of(r))
}

// configurationSteps is how many steps the first configuration has.
const configurationSteps = 3

func (s *preferences) saveSteps(r *rest.Request) (*rest.Response, error) {
	var steps []string
	for _, step := range argFinishedSteps.Of(r) {
		steps = append(steps, clean.TextField(schema.ToText(step)))
	}
	if err := optionSteps.Set(r.Context(), s.Options, steps); err != nil {
		return nil, err
	}
	if len(steps) == configurationSteps {
		if err := optionFirstInstall.Set(r.Context(), s.Options, false); err != nil {
			return nil, err
		}
	}
	return done(), nil
}

func (s *preferences) readSteps(r *rest.Request) (*rest.Response, error) {
	return rest.OK(wire.NewObject("success", true, "status", int64(http.StatusOK),
		"data", wire.Strings(optionSteps.Of(r.Context(), s.Options)))), nil
}

// integrations are the integrations that can be switched.
var integrations = []string{"keyword_tool", "rank_tracker", "algolia"}

func (s *preferences) setIntegration(r *rest.Request) (*rest.Response, error) {
	name := strings.ToLower(argIntegration.Of(r))
	for from, to := range map[string]string{"semrush": "keyword_tool", "wincher": "rank_tracker"} {
		if name == from {
			name = to
		}
	}
	for _, known := range integrations {
		if known == name {
			if err := s.setMember(r.Context(), optionIntegrations, name, argActive.Of(r)); err != nil {
				return nil, err
			}
			return rest.OK(inJSON(wire.NewObject("success", true, "status", int64(http.StatusOK)))), nil
		}
	}
	return rest.OK(inJSON(wire.NewObject("success", false, "status", int64(http.StatusInternalServerError),
		"error", "There is no such integration to switch."))), nil
}

func (s *preferences) readWorkouts(r *rest.Request) (*rest.Response, error) {
	return rest.OK(inJSON(wire.NewObject("configuration",
		wire.NewObject("finishedSteps", wire.Strings(optionWorkouts.Of(r.Context(), s.Options)))))), nil
}

// saveWorkouts takes what nobody handles.
func (s *preferences) saveWorkouts(*rest.Request) (*rest.Response, error) {
	return rest.OK(inJSON(nil)), nil
}

// dismissNew takes a type or a taxonomy from those that nobody looked at.
func (s *preferences) dismissNew(param string, option ext.OptionOf[[]string], what string) func(r *rest.Request) (*rest.Response, error) {
	return func(r *rest.Request) (*rest.Response, error) {
		name, message := rest.TextParam(param).Of(r), what+" isn't new."
		var left []string
		for _, fresh := range option.Of(r.Context(), s.Options) {
			if fresh == name && name != "" {
				message = what + " isn't new any more."
				continue
			}
			left = append(left, fresh)
		}
		if err := option.Set(r.Context(), s.Options, left); err != nil {
			return nil, err
		}
		return rest.OK(wire.NewObject("message", message, "success", true, "status", int64(http.StatusOK))), nil
	}
}
