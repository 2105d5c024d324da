package services

import (
	"context"
	"net/http"
	"net/url"
	"strings"
)

// Keywords is the service that knows what people look for.
type Keywords struct {
	*Client
	Base string
}

// Related are the phrases that are related to one, in a country.
func (k *Keywords) Related(ctx context.Context, access, phrase, country string) (any, error) {
	if k.Base == "" {
		return nil, Unset{"seo_keyword_tool_base_url"}
	}
	q := url.Values{
		"phrase": {phrase}, "database": {country}, "export_columns": {"Ph,Nq,Td,In,Kd"}, "display_limit": {"10"}, "display_offset": {"0"},
		"display_sort": {"nq_desc"}, "access_token": {access},
	}
	// The filter is escaped already, and once more would be another one.
	return k.Ask(ctx, Call{Method: http.MethodGet, Bearer: access,
		URL: strings.TrimSuffix(k.Base, "/") + "/keywords/phrase_fullsearch?" + q.Encode() + "&display_filter=%2B|Nq|Lt|1000"})
}
