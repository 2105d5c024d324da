package sanitize

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// liveElements run something, load a document or change how the page is read.
var liveElements = map[string]bool{
	"script": true, "iframe": true, "frame": true, "frameset": true, "embed": true, "applet": true, "form": true,
	"input": true, "select": true, "style": true, "link": true, "meta": true, "base": true, "svg": true,
	"template": true, "noscript": true, "portal": true, "foreignobject": true, "annotation-xml": true, "plaintext": true, "xmp": true,
}

var (
	cssComment = regexp.MustCompile(`(?s)/\*.*?(\*/|$)`)
	cssEscape  = regexp.MustCompile(`\\([0-9a-fA-F]{1,6}) ?`)
	cssLive    = regexp.MustCompile(`expression\(|behaviou?r\s*:|-moz-binding|url\(\s*["']?\s*(javascript|vbscript|data):`)
	liveScheme = regexp.MustCompile(`^(javascript|vbscript|data|livescript|mocha|view-source|file|blob):`)
)

// findLive parses a fragment as a browser does and names what could run.
func findLive(fragment string) error {
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragment(strings.NewReader(fragment), body)
	if err != nil {
		return fmt.Errorf("parse: %w", err)
	}
	for len(nodes) > 0 {
		n := nodes[len(nodes)-1]
		nodes = nodes[:len(nodes)-1]
		if n.Type == html.ElementNode {
			if err := liveNode(n); err != nil {
				return err
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			nodes = append(nodes, c)
		}
	}
	return nil
}

func liveNode(n *html.Node) error {
	name := strings.ToLower(n.Data)
	if liveElements[name] {
		return fmt.Errorf("element %s", name)
	}
	if name == "object" && len(n.Attr) > 0 {
		return fmt.Errorf("object with attributes %v", n.Attr)
	}
	for _, a := range n.Attr {
		key := strings.ToLower(a.Key)
		switch {
		case strings.HasPrefix(key, "on"), key == "srcdoc", key == "formaction", key == "xlink:href", key == "http-equiv":
			return fmt.Errorf("%s: attribute %s", name, key)
		case key == "style":
			css := strings.ToLower(cssEscape.ReplaceAllStringFunc(cssComment.ReplaceAllString(a.Val, ""), func(m string) string {
				var r rune
				if _, err := fmt.Sscanf(strings.Trim(m, `\ `), "%x", &r); err != nil {
					return ""
				}
				return string(r)
			}))
			if cssLive.MatchString(strings.ReplaceAll(css, `\`, "")) {
				return fmt.Errorf("%s: style %q", name, a.Val)
			}
		case strings.HasPrefix(key, "data-"), strings.HasPrefix(key, "aria-"), key == "title", key == "alt", key == "class", key == "id",
			key == "label", key == "name", key == "value", key == "rel", key == "summary":
			// Plain text in every browser.
		default:
			url := strings.ToLower(strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(a.Val))
			if url = strings.TrimLeft(url, "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0b\x0c\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f "); isAddress(key) && liveScheme.MatchString(url) {
				return fmt.Errorf("%s: %s=%q", name, key, a.Val)
			}
		}
	}
	return nil
}

func TestOracleFindsWhatRuns(t *testing.T) {
	t.Parallel()
	for _, live := range []string{
		"<script>x</script>", "<p><iframe src=x></iframe>", "<img src=x ONERROR=x>", "<a href='java&#10;script:x'>", "<a href='\x01 vbscript:x'>",
		`<p style="width:e\78 pression(x)">`, `<p style="background:url( 'javascript:x')">`, `<p style="width:exp/**/ression(x)">`,
		"<svg onload=x>", "<object data=x>", "<form>", "<math><annotation-xml>",
	} {
		if findLive(live) == nil {
			t.Errorf("%s passed", live)
		}
	}
	for _, dead := range []string{"", "text <b>x</b>", `<a href="https://e.org/?javascript:x">`, `<p style="color:red" title="javascript:x">`, "<object>"} {
		if err := findLive(dead); err != nil {
			t.Errorf("%s: %v", dead, err)
		}
	}
}
