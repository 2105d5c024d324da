package s3

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"quoin/internal/platform/blob"
)

// Redirect says how clients fetch blobs.
type Redirect string

// The ways clients fetch blobs.
const (
	RedirectProxy  Redirect = "proxy"  // through the site
	RedirectSigned Redirect = "signed" // from the service, with an address that expires
	RedirectPublic Redirect = "public" // from PublicURL
)

// Config names a bucket and how to reach it.
type Config struct {
	Bucket    string
	Prefix    string // put before every key, without slashes at its ends
	Endpoint  string // host[:port]
	Insecure  bool   // plain HTTP
	Region    string
	AccessKey string
	SecretKey string
	PathStyle bool // bucket in the path rather than in the host name
	PublicURL string
	Redirect  Redirect
}

const amazon = "s3.amazonaws.com"

// ParseURL reads "s3://BUCKET[/PREFIX]?endpoint=...&region=...&access_key=...&secret_key=...&
// public_url=...&redirect=proxy|signed|public&path_style=true|false". The endpoint is a host or an
// http or https address and defaults to Amazon's; path_style defaults to true for any other. Keys and
// region left out are taken from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION, read with
// env. redirect defaults to public if there is a public_url, else to proxy.
//
// Errors never contain the address, which may hold the secret key.
func ParseURL(address string, env func(string) string) (Config, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" {
		return Config{}, errors.New(`want "s3://BUCKET?endpoint=..."`)
	}
	if u.User != nil || u.Fragment != "" {
		return Config{}, errors.New("keys belong into access_key and secret_key, escaped")
	}
	q, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return Config{}, errors.New("the parameters are not properly escaped")
	}
	c := Config{Bucket: u.Host, Prefix: strings.Trim(u.Path, "/")}
	for name := range q {
		if err := c.set(name, q.Get(name)); err != nil {
			return Config{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	c.complete(q, env)
	return c, c.check()
}

func (c *Config) set(name, value string) (err error) {
	switch name {
	case "endpoint":
		return c.setEndpoint(value)
	case "region":
		c.Region = value
	case "access_key":
		c.AccessKey = value
	case "secret_key":
		c.SecretKey = value
	case "public_url":
		return c.setPublicURL(value)
	case "redirect":
		c.Redirect = Redirect(value)
	case "path_style":
		c.PathStyle, err = strconv.ParseBool(value)
		if err != nil {
			return errors.New("want true or false")
		}
	default:
		return errors.New("unknown parameter")
	}
	return nil
}

func (c *Config) setEndpoint(value string) error {
	scheme, host, ok := strings.Cut(value, "://")
	if !ok {
		scheme, host = "https", value
	}
	c.Endpoint, c.Insecure = strings.TrimSuffix(host, "/"), scheme == "http"
	if scheme != "http" && scheme != "https" || c.Endpoint == "" || strings.ContainsAny(c.Endpoint, "/?#@ ") {
		return errors.New("want a host or an http or https address without path")
	}
	return nil
}

func (c *Config) setPublicURL(value string) error {
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("want an http or https address")
	}
	c.PublicURL = strings.TrimSuffix(value, "/")
	return nil
}

func (c *Config) complete(q url.Values, env func(string) string) {
	if c.Endpoint == "" {
		c.Endpoint = amazon
	}
	if !q.Has("path_style") {
		c.PathStyle = c.Endpoint != amazon && !strings.HasSuffix(c.Endpoint, ".amazonaws.com")
	}
	if c.AccessKey == "" && c.SecretKey == "" {
		c.AccessKey, c.SecretKey = env("AWS_ACCESS_KEY_ID"), env("AWS_SECRET_ACCESS_KEY")
	}
	if c.Region == "" {
		c.Region = env("AWS_REGION")
	}
	if c.Region == "" {
		c.Region = "us-east-1"
	}
	if c.Redirect == "" {
		c.Redirect = RedirectProxy
		if c.PublicURL != "" {
			c.Redirect = RedirectPublic
		}
	}
}

func (c *Config) check() error {
	problem := ""
	switch {
	case c.AccessKey == "" || c.SecretKey == "":
		problem = "access_key and secret_key, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, are needed"
	case c.Redirect == RedirectPublic && c.PublicURL == "":
		problem = "redirect=public needs public_url"
	case c.Redirect != RedirectPublic && c.Redirect != RedirectProxy && c.Redirect != RedirectSigned:
		problem = "redirect: want proxy, signed or public"
	case c.Prefix != "" && blob.CheckKey(c.Prefix) != nil:
		problem = "the prefix is not usable in keys"
	}
	if problem != "" {
		return errors.New("" + problem)
	}
	return nil
}
