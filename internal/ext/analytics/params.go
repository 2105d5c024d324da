package analytics

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argDays          = rest.IntParam("days")
	argLimit         = rest.IntParam("limit")
	argFeatureKey    = rest.ValueParam("feature_key")
	argLicenseKey    = rest.TextParam("license_key")
	argMessage       = rest.ValueParam("message")
	argOnboardingKey = rest.TextParam("onboarding_key")
	argRating        = rest.ValueParam("rating")
	argSettings      = rest.ObjectParam("settings")
	argSlug          = rest.TextParam("slug")
	argType          = rest.TextParam("type")
)
