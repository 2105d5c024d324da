package shortcodes

import (
	"net/url"
	"strings"
)

// extension is the lower-case file extension at the end of an address.
func extension(address string) string {
	dot := strings.LastIndexByte(address, '.')
	if dot < 0 {
		return ""
	}
	return strings.ToLower(address[dot+1:])
}

// mediaType is the MIME type of a sound or video by its extension, "" for
// anything else.
func mediaType(ext string) string {
	switch ext {
	case "mp3", "m4a", "m4b":
		return "audio/mpeg"
	case "ogg", "oga":
		return "audio/ogg"
	case "flac", "aac":
		return "audio/" + ext
	case "wav", "x-wav":
		return "audio/wav"
	case "mid", "midi":
		return "audio/midi"
	case "ra", "ram":
		return "audio/x-realaudio"
	case "wma", "wax":
		return "audio/x-ms-" + ext
	case "mka":
		return "audio/x-matroska"
	case "mp4", "m4v":
		return "video/mp4"
	case "webm", "avi", "divx":
		return "video/" + ext
	case "ogv":
		return "video/ogg"
	case "flv":
		return "video/x-flv"
	case "mov", "qt":
		return "video/quicktime"
	case "mpeg", "mpg", "mpe":
		return "video/mpeg"
	case "mkv":
		return "video/x-matroska"
	case "3gp", "3gpp":
		return "video/3gpp"
	case "3g2", "3gp2":
		return "video/3gpp2"
	case "asf", "asx":
		return "video/x-ms-asf"
	case "wmv", "wmx", "wm":
		return "video/x-ms-" + ext
	}
	return ""
}

// splitQuery takes an address apart around its query string.
func splitQuery(address string) (base, query, fragment string) {
	if i := strings.IndexByte(address, '#'); i >= 0 {
		address, fragment = address[:i], address[i:]
	}
	base, query, _ = strings.Cut(address, "?")
	return base, query, fragment
}

// withoutQuery drops one key from the query string of an address.
func withoutQuery(address, key string) string {
	base, query, fragment := splitQuery(address)
	var kept []string
	for _, pair := range strings.Split(query, "&") {
		if name, _, _ := strings.Cut(pair, "="); pair != "" && name != key {
			kept = append(kept, pair)
		}
	}
	if len(kept) == 0 {
		return base + fragment
	}
	return base + "?" + strings.Join(kept, "&") + fragment
}

// withQuery sets one key in the query string of an address.
func withQuery(address, key, value string) string {
	base, query, fragment := splitQuery(withoutQuery(address, key))
	pair := key + "=" + url.QueryEscape(value)
	if query != "" {
		pair = query + "&" + pair
	}
	return base + "?" + pair + fragment
}

// bareAddress is the https address of the same host and path.
func bareAddress(address string) string {
	base, _, _ := splitQuery(address)
	_, rest, _ := strings.Cut(base, "://")
	return "https://" + rest
}
