package s3

import (
	"strings"
	"testing"
)

func noEnv(string) string { return "" }

func TestParseURL(t *testing.T) {
	t.Parallel()
	env := func(name string) string {
		return map[string]string{"AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "sec", "AWS_REGION": "eu-west-1"}[name]
	}
	for address, want := range map[string]Config{
		"s3://media": {Bucket: "media", Endpoint: amazon, Region: "eu-west-1", AccessKey: "id", SecretKey: "sec", Redirect: RedirectProxy},
		"s3://media/site/one/?endpoint=http://127.0.0.1:9000&access_key=a&secret_key=b%2Bc&region=r": {
			Bucket: "media", Prefix: "site/one", Endpoint: "127.0.0.1:9000", Insecure: true, PathStyle: true,
			Region: "r", AccessKey: "a", SecretKey: "b+c", Redirect: RedirectProxy,
		},
		"s3://m?endpoint=s3.eu-west-1.amazonaws.com&public_url=https://cdn.example.org/x/": {
			Bucket: "m", Endpoint: "s3.eu-west-1.amazonaws.com", Region: "eu-west-1", AccessKey: "id", SecretKey: "sec",
			PublicURL: "https://cdn.example.org/x", Redirect: RedirectPublic,
		},
		"s3://m?redirect=signed&path_style=true": {
			Bucket: "m", Endpoint: amazon, Region: "eu-west-1", AccessKey: "id", SecretKey: "sec", Redirect: RedirectSigned, PathStyle: true,
		},
	} {
		got, err := ParseURL(address, env)
		if err != nil || got != want {
			t.Errorf("%s:\n got %+v %v\nwant %+v", address, got, err, want)
		}
	}
}

func TestParseURLErrors(t *testing.T) {
	t.Parallel()
	const keys = "access_key=a&secret_key=hidden"
	for address, want := range map[string]string{
		"s3://m":                                 "access_key and secret_key",
		"s3:///x?" + keys:                        "want \"s3://BUCKET",
		"s3://m?colour=red&" + keys:              "colour: unknown parameter",
		"s3://m?redirect=maybe&" + keys:          "want proxy, signed or public",
		"s3://m?redirect=public&" + keys:         "needs public_url",
		"s3://m?path_style=perhaps&" + keys:      "want true or false",
		"s3://m?endpoint=http://h/path&" + keys:  "without path",
		"s3://m?endpoint=ftp://h&" + keys:        "http or https",
		"s3://m?public_url=javascript:x&" + keys: "http or https",
		"s3://m/../x?" + keys:                    "prefix",
		"s3://m?" + keys + "&a=%zz":              "not properly escaped",
		"s3://a:hidden@m":                        "keys belong into",
	} {
		_, err := ParseURL(address, noEnv)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", address, err)
		} else if strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: the error shows the secret: %v", address, err)
		}
	}
}
