package rest

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"quoin/internal/platform/access"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/httpcache"
	"quoin/internal/platform/language"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Config is what an API is given from outside.
type Config struct {
	// FaultOf is the fault that an error of the domain becomes, nil for one that
	// is none. Without it only faults are told to callers.
	FaultOf func(err error) *fault.Error
	// Identify says who makes a request. A fault is the whole answer.
	Identify func(r *http.Request) (access.Actor, *fault.Error)
	// Speak is ctx for a request whose caller wants an answer in a language of its own;
	// optional.
	Speak func(ctx context.Context, r *http.Request, a access.Actor) context.Context
	// Preview is ctx for a request whose caller looks at the site with another theme
	// (site.Preview), whose API then answers; optional.
	Preview func(ctx context.Context, r *http.Request, a access.Actor) context.Context
	// Texts are those of the language of a request; optional, English without it.
	Texts func(ctx context.Context) *language.Texts
	// AddNonce adds headers to the answer for a caller who was identified;
	// optional.
	AddNonce func(h http.Header, r *http.Request, a access.Actor)
	// Base is the site's address without a trailing slash.
	Base func(ctx context.Context) string
	// Transact runs a function in one transaction of the database.
	Transact func(ctx context.Context, fn func(ctx context.Context) error) error
	// Describe gives the members of the site index before and after its routes
	// and its links.
	Describe func(r *Request) (before, after *wire.Object, links []Link, err error)
	// Described are the members that Describe gives.
	Described []schema.Property
	Log       *slog.Logger
	// Observe is told of every answer that was made, by the pattern of its
	// route, "" without one; optional. Answers from the cache aren't made.
	Observe func(pattern, method string, status int, took time.Duration)
	// Cache holds the answers to anonymous callers; nil makes each again.
	Cache       *httpcache.Cache
	Caches      cache.Group // what parts of answers are cached in
	CachePolicy httpcache.Policy
	// Items holds printed items of resources that share theirs; nil holds none.
	Items *ItemCache
	// MaxBody bounds JSON and urlencoded bodies, MaxUpload all others, in
	// bytes; MaxAnonymous bounds what is read of any body of an anonymous caller
	// before the endpoint decides on it.
	MaxBody, MaxUpload, MaxAnonymous int64
	// MaxAnswer bounds the printed answer to a read, in bytes. A list that is
	// longer is refused; the answer for one object may be twice as long, since who
	// asks can't ask for less.
	MaxAnswer int
}

func (c Config) withDefaults() Config {
	c.MaxBody = cmp.Or(c.MaxBody, 16<<20)
	c.MaxUpload = cmp.Or(c.MaxUpload, 256<<20)
	c.MaxAnonymous = cmp.Or(c.MaxAnonymous, 1<<20)
	c.MaxAnswer = cmp.Or(c.MaxAnswer, 32<<20)
	return c
}

// API is a set of routes. It is assembled once and then only read.
type API struct {
	Config
	routes     []*compiled
	namespaces []string
	buckets    map[string][]*compiled
	params     map[*Route]map[string]bool // what the endpoints of its resource may read
}

type compiled struct {
	*Route
	re   *regexp.Regexp
	vars []string
	// plain is the start of the pattern, or all of it, without what a regular expression
	// means by it; number is the variable behind it, of digits alone.
	plain  string
	number string
	simple bool // the pattern is nothing else
}

// New makes an API of routes. Every namespace gets its index route before the
// first of its own; the root routes are added first. It panics on declarations
// that can't work.
func New(config Config, routes []Route) *API {
	api := &API{Config: config.withDefaults()}
	api.add(api.indexRoute())
	api.add(api.batchRoute())
	for i := range routes {
		ns := routes[i].Namespace
		if ns != "" && !slices.Contains(api.namespaces, ns) {
			api.namespaces = append(api.namespaces, ns)
			api.add(api.namespaceRoute(ns))
		}
		api.add(routes[i])
	}
	api.fillBuckets()
	api.collectParams()
	return api
}

// Namespaces are the names of the API's namespaces in order.
func (api *API) Namespaces() []string { return slices.Clone(api.namespaces) }

// Routes are all routes in order.
func (api *API) Routes() []*Route {
	out := make([]*Route, len(api.routes))
	for i, c := range api.routes {
		out[i] = c.Route
	}
	return out
}

func (api *API) add(route Route) {
	for i := range route.Endpoints {
		route.Endpoints[i].checkDeclaration(&route)
	}
	re := regexp.MustCompile("(?i)^(?:" + route.Pattern + ")$")
	c := &compiled{Route: &route, re: re, vars: re.SubexpNames()}
	c.plain, c.number, c.simple = simplePattern(route.Pattern)
	api.routes = append(api.routes, c)
}

// simplePattern takes a pattern apart that is plain, or ends in a number behind what is
// plain, as most are.
func simplePattern(pattern string) (plain, number string, simple bool) {
	plain, variable, found := strings.Cut(pattern, "(?P<")
	if strings.ContainsAny(plain, `\.+*?()|[]{}^$`) {
		return "", "", false
	}
	if !found {
		return plain, "", true
	}
	number, rest, _ := strings.Cut(variable, ">")
	return plain, number, rest == `[\d]+)`
}

// variablesOf are the variables of a path, if it matches.
func (c *compiled) variablesOf(path string) (vars *wire.Object, ok bool) {
	if c.simple {
		tail, begins := strings.CutPrefix(path, c.plain)
		switch {
		case !begins: // its letters may be of another case
		case c.number == "":
			if tail == "" {
				return &wire.Object{}, true
			}
			return nil, false
		default:
			if tail == "" || strings.Trim(tail, "0123456789") != "" {
				return nil, false
			}
			return wire.NewObject(c.number, tail), true
		}
	}
	groups := c.re.FindStringSubmatch(path)
	if groups == nil {
		return nil, false
	}
	return c.variables(groups), true
}

// collectParams gathers the names of parameters that the endpoints of each resource
// declare, or that its patterns have: they share what reads their arguments.
func (api *API) collectParams() {
	byResource := map[string]map[string]bool{}
	api.params = map[*Route]map[string]bool{}
	for _, c := range api.routes {
		resource := resourceOf(c.Pattern)
		names := byResource[resource]
		if names == nil {
			names = map[string]bool{}
			byResource[resource] = names
		}
		api.params[c.Route] = names
		list := slices.Clone(c.vars)
		for _, e := range c.Endpoints {
			for _, a := range e.Args {
				list = append(list, a.Name)
			}
			list = append(list, e.Unlisted...)
		}
		for _, name := range list {
			names[name] = true
		}
	}
}

// resourceOf is the part of a pattern that the endpoints of one resource share.
func resourceOf(pattern string) string {
	parts := strings.SplitN(pattern, "/", 5)
	return strings.Join(parts[:min(len(parts), 4)], "/")
}

// bucketDepth is how many leading segments of a path choose its candidates.
const bucketDepth = 3

// fillBuckets sorts the routes by the plain start of their patterns, so that
// a request tries a handful of them. A route whose plain part is shorter is a
// candidate everywhere below it.
func (api *API) fillBuckets() {
	api.buckets = map[string][]*compiled{}
	short := map[*compiled]string{}
	for _, c := range api.routes {
		key, whole := bucketKey(plainPart(c.Pattern))
		if whole {
			api.buckets[key] = nil
		} else {
			short[c] = key
		}
	}
	for key := range api.buckets {
		for _, c := range api.routes {
			own, whole := bucketKey(plainPart(c.Pattern))
			if own == key && whole || !whole && strings.HasPrefix(key+"/", own+"/") {
				api.buckets[key] = append(api.buckets[key], c)
			}
		}
	}
	for _, c := range api.routes {
		if _, ok := short[c]; ok {
			api.buckets[""] = append(api.buckets[""], c)
		}
	}
}

// plainPart is the part of a pattern before the first variable, up to a
// slash when the pattern goes on.
func plainPart(pattern string) string {
	i := strings.IndexAny(pattern, `(\[?*+`)
	if i < 0 {
		return pattern
	}
	return pattern[:strings.LastIndexByte(pattern[:i], '/')+1]
}

func bucketKey(path string) (key string, whole bool) {
	n := 0
	for i := 0; i < len(path); i++ {
		if path[i] == '/' {
			if n == bucketDepth {
				return strings.ToLower(path[:i]), true
			}
			n++
		}
	}
	path = strings.ToLower(strings.TrimSuffix(path, "/"))
	return path, strings.Count(path, "/") == bucketDepth
}

func (api *API) candidates(path string) []*compiled {
	key, _ := bucketKey(path)
	if list, ok := api.buckets[key]; ok {
		return list
	}
	return api.buckets[""]
}

// errNoRoute is the answer to paths and methods that nothing serves.
var errNoRoute = fault.NotFound("rest_no_route", "No route matches the address and the method of the request.")

// match finds the first route that matches the path and serves the method. A
// HEAD is served by what serves GET.
func (api *API) match(method, path string) (*compiled, *Endpoint, *wire.Object) {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	for _, c := range api.candidates(path) {
		vars, ok := c.variablesOf(path)
		if !ok {
			continue
		}
		for i := range c.Endpoints {
			if slices.Contains(c.Endpoints[i].Methods, method) {
				return c, &c.Endpoints[i], vars
			}
		}
	}
	return nil, nil, nil
}

// matchAny finds the first route that matches the path, whatever the method.
func (api *API) matchAny(path string) (*compiled, *wire.Object) {
	for _, c := range api.candidates(path) {
		if vars, ok := c.variablesOf(path); ok {
			return c, vars
		}
	}
	return nil, nil
}

func (c *compiled) variables(groups []string) *wire.Object {
	vars := &wire.Object{}
	for i, name := range c.vars {
		if name != "" {
			vars.Set(name, groups[i])
		}
	}
	return vars
}
