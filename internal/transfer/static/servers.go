package static

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
)

// redirect is where an address leads.
type redirect struct {
	to   string // a path on the site's host, or a whole address
	code int
}

// codes are the redirects that servers and hosts know.
var codes = []int{http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect}

// lead notes where an address leads, and follows.
func (r *run) lead(at string, a *answer) {
	here, err := url.Parse(r.Base + at)
	if err != nil {
		return
	}
	u, err := here.Parse(a.header.Get("Location"))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || !slices.Contains(codes, a.status) {
		return
	}
	r.follow(at, u.String())
	to := u.String()
	if strings.EqualFold(u.Host, r.base.Host) && u.Scheme == r.base.Scheme {
		to = strings.TrimPrefix(to, r.base.Scheme+"://"+u.Host)
	}
	if path := strings.TrimPrefix(to, strings.TrimSuffix(r.base.EscapedPath(), "/")); r.Dynamic != nil && r.Dynamic(path) {
		return // to what only a server has
	}
	if hasControls(at) || hasControls(to) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.redirects[at] = redirect{cmp.Or(to, "/"), a.status}
}

func hasControls(s string) bool {
	return strings.ContainsFunc(s, func(c rune) bool { return c <= ' ' || c == 0x7f })
}

// serverFiles writes what hosts and servers are told.
func (r *run) serverFiles() error {
	from := slices.Sorted(maps.Keys(r.redirects))
	for name, text := range map[string]string{
		hostFile: r.forHosts(from), headersFile: r.headers(), nginxFile: r.nginx(from), apacheFile: r.apache(from),
	} {
		if err := r.folder.write(name, text); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// prefix is the path of the site on its host, without a slash at the end.
func (r *run) prefix() string { return strings.TrimSuffix(r.base.EscapedPath(), "/") }

// forHosts are the redirects as hosts of static sites read them. Those by a query come
// last: not all hosts know queries.
func (r *run) forHosts(from []string) string {
	var b, queries strings.Builder
	for _, at := range from {
		to := r.redirects[at]
		path, query, has := strings.Cut(at, "?")
		if has {
			fmt.Fprintf(&queries, "%s%s %s %s %d\n", r.prefix(), path, query, to.to, to.code)
			continue
		}
		fmt.Fprintf(&b, "%s%s %s %d\n", r.prefix(), path, to.to, to.code)
	}
	return b.String() + queries.String()
}

// kinds are the types of files whose name tells another: by the last part of their paths
// where all that end so have one type, which is so of feeds, else by their path.
func (r *run) kinds() (byEnd, byPath map[string]string) {
	byEnd, byPath = map[string]string{}, map[string]string{}
	mixed := map[string]bool{}
	end := func(p string) string { return path.Base(strings.TrimSuffix(p, "/")) }
	for p, kind := range r.types {
		if of, ok := byEnd[end(p)]; ok && of != kind {
			mixed[end(p)] = true
		}
		byEnd[end(p)] = kind
	}
	for _, k := range r.folder.now {
		if _, told := r.types[k.Address]; !told && k.Address != "" && byEnd[end(k.Address)] != "" {
			mixed[end(k.Address)] = true
		}
	}
	for p, kind := range r.types {
		if mixed[end(p)] || !strings.HasSuffix(p, "/") {
			byPath[p] = kind
			delete(byEnd, end(p))
		}
	}
	return byEnd, byPath
}

// headers are the types of files as hosts of static sites read them.
func (r *run) headers() string {
	byEnd, byPath := r.kinds()
	var b strings.Builder
	for _, end := range slices.Sorted(maps.Keys(byEnd)) {
		fmt.Fprintf(&b, "%s/%s/\n  Content-Type: %s\n%s/*/%s/\n  Content-Type: %s\n", r.prefix(), end, byEnd[end], r.prefix(), end, byEnd[end])
	}
	for _, p := range slices.Sorted(maps.Keys(byPath)) {
		fmt.Fprintf(&b, "%s%s\n  Content-Type: %s\n", r.prefix(), p, byPath[p])
	}
	return b.String()
}

// nginxText is a text as one argument. A dollar can't be escaped there, and is encoded.
func nginxText(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", "%24").Replace(s) + `"`
}

// nginxPattern is an expression, or a key of a map, as one argument.
func nginxPattern(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// decoded is a path as servers compare it.
func decoded(escaped string) string {
	if text, err := url.PathUnescape(escaped); err == nil {
		return text
	}
	return escaped
}

// nginx is a whole server for the folder.
func (r *run) nginx(from []string) string {
	var b strings.Builder
	b.WriteString("# nginx: include this file in the block http, with the folder that it lies in as root.\nmap_hash_bucket_size 1024;\nmap_hash_max_size 65536;\n")
	for _, code := range codes {
		for _, by := range []struct {
			variable string
			query    bool
		}{{"uri", false}, {"request_uri", true}} {
			fmt.Fprintf(&b, "map $%s $quoin_%d_%s {\n    default \"\";\n", by.variable, code, by.variable)
			for _, at := range from {
				to := r.redirects[at]
				if to.code != code || strings.Contains(at, "?") != by.query {
					continue
				}
				key := r.prefix() + at
				if !by.query {
					key = decoded(key)
				}
				if strings.ContainsAny(key, "\r\n\x00") {
					continue
				}
				fmt.Fprintf(&b, "    %s %s;\n", nginxPattern(key), nginxText(to.to))
			}
			b.WriteString("}\n")
		}
	}
	b.WriteString("server {\n    listen 80;\n    server_name " + r.base.Hostname() + ";\n    root /var/www/site;\n    index " + indexFile + ";\n    charset utf-8;\n    error_page 404 " + r.prefix() + "/" + lostFile + ";\n")
	for _, code := range codes {
		for _, variable := range []string{"uri", "request_uri"} {
			fmt.Fprintf(&b, "    if ($quoin_%d_%s) { return %d $quoin_%d_%s; }\n", code, variable, code, code, variable)
		}
	}
	for _, rule := range r.Rules {
		for line := range strings.Lines(rule.Nginx) {
			b.WriteString("    " + strings.TrimRight(line, "\n") + "\n")
		}
	}
	b.WriteString("    location ~ ^/(?:\\.quoin-export.*|" + regexp.QuoteMeta(nginxFile) + "|" + hostFile + "|" + headersFile + "|\\.htaccess)$ { return 404; }\n")
	byEnd, byPath := r.kinds()
	for _, end := range slices.Sorted(maps.Keys(byEnd)) {
		fmt.Fprintf(&b, "    location ~ %s { types { } default_type %s; }\n", nginxPattern("/"+regexp.QuoteMeta(decoded(end))+"/"+regexp.QuoteMeta(indexFile)+"$"), nginxText(byEnd[end]))
	}
	for _, p := range slices.Sorted(maps.Keys(byPath)) {
		if key := decoded(r.prefix() + p); !strings.ContainsAny(key, "\r\n\x00$") {
			if strings.HasSuffix(key, "/") {
				key += indexFile
			}
			fmt.Fprintf(&b, "    location = %s { types { } default_type %s; }\n", nginxText(key), nginxText(byPath[p]))
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// apacheText is a pattern or a target as one argument.
func apacheText(s string) string {
	return `"` + strings.NewReplacer(`"`, `\"`).Replace(s) + `"`
}

// apacheType is a media type as a flag, which has no blanks.
func apacheType(kind string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(" \t,[]\"", c) {
			return -1
		}
		return c
	}, kind)
}

// apache is for a server that reads .htaccess in the folder.
func (r *run) apache(from []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "DirectoryIndex %s\nAddDefaultCharset UTF-8\nErrorDocument 404 %s/%s\n<FilesMatch \"^(?:\\.quoin-export.*|%s|%s|%s)$\">\nRequire all denied\n</FilesMatch>\n<IfModule mod_rewrite.c>\nRewriteEngine On\n",
		indexFile, r.prefix(), lostFile, regexp.QuoteMeta(nginxFile), hostFile, headersFile)
	for _, at := range from {
		to := r.redirects[at]
		path, query, has := strings.Cut(at, "?")
		key := strings.TrimPrefix(decoded(path), "/")
		if strings.ContainsAny(key, "\r\n\x00") {
			continue
		}
		flags := fmt.Sprintf("R=%d,L,NE", to.code)
		if has {
			fmt.Fprintf(&b, "RewriteCond %%{QUERY_STRING} %s\n", apacheText("^"+regexp.QuoteMeta(query)+"$"))
			flags += ",QSD"
		}
		// A percent or a dollar in a target would stand for what was matched.
		target := strings.NewReplacer(`\`, `%5C`, "%", `\%`, "$", `\$`).Replace(to.to)
		fmt.Fprintf(&b, "RewriteRule %s %s [%s]\n", apacheText("^"+regexp.QuoteMeta(key)+"$"), apacheText(target), flags)
	}
	for _, rule := range r.Rules {
		b.WriteString(rule.Apache)
	}
	byEnd, byPath := r.kinds()
	for _, end := range slices.Sorted(maps.Keys(byEnd)) {
		fmt.Fprintf(&b, "RewriteRule %s - [T=%s]\n", apacheText("(?:^|/)"+regexp.QuoteMeta(decoded(end))+"/(?:"+regexp.QuoteMeta(indexFile)+")?$"), apacheType(byEnd[end]))
	}
	for _, p := range slices.Sorted(maps.Keys(byPath)) {
		key := strings.TrimPrefix(decoded(p), "/")
		end := "$"
		if strings.HasSuffix(key, "/") || key == "" {
			end = "(?:" + regexp.QuoteMeta(indexFile) + ")?$"
		}
		if !strings.ContainsAny(key, "\r\n\x00") {
			fmt.Fprintf(&b, "RewriteRule %s - [T=%s]\n", apacheText("^"+regexp.QuoteMeta(key)+end), apacheType(byPath[p]))
		}
	}
	b.WriteString("</IfModule>\n")
	return b.String()
}
