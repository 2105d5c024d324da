package metadata

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
)

const (
	xmpOpen     = "<x:xmpmeta"
	xmpClose    = "</x:xmpmeta>"
	maxXMP      = 1 << 20
	maxXMPScan  = 128 << 20
	xmpMaxDepth = 64

	nsRDF  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	nsIPTC = "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
)

// readAlt returns the alternative text of a file's XMP packet in the language of locale: an exact
// match, one of the same language, or the default.
func readAlt(src *source, locale string) string {
	packet := findXMP(src)
	if packet == nil {
		return ""
	}
	texts := parseAlt(packet)
	language, _, _ := strings.Cut(locale, "_")
	for _, want := range []string{locale, language, "x-default"} {
		if text := texts[want]; text != "" && want != "" {
			return text
		}
	}
	return ""
}

// findXMP looks for the packet by its text, since every format keeps it somewhere else.
func findXMP(src *source) []byte {
	const chunk = 256 << 10
	overlap := int64(len(xmpOpen) - 1)
	for offset := int64(0); offset < min(src.size, maxXMPScan); offset += chunk {
		b := src.upTo(max(0, offset-overlap), chunk+int(overlap))
		at := bytes.Index(b, []byte(xmpOpen))
		if at < 0 {
			continue
		}
		packet := src.upTo(max(0, offset-overlap)+int64(at), maxXMP)
		end := bytes.Index(packet, []byte(xmpClose))
		if end < 0 {
			return nil
		}
		return packet[:end+len(xmpClose)]
	}
	return nil
}

// parseAlt returns the alternative texts by language tag. A packet that is not well-formed has none.
func parseAlt(packet []byte) map[string]string {
	texts := map[string]string{}
	d := xml.NewDecoder(bytes.NewReader(packet))
	var path []xml.Name
	language, text := "", strings.Builder{}
	for {
		token, err := d.Token()
		if err == io.EOF {
			return texts
		}
		if err != nil {
			return nil
		}
		switch t := token.(type) {
		case xml.StartElement:
			if len(path) == xmpMaxDepth {
				return nil
			}
			path = append(path, t.Name)
			if isAltItem(path) {
				language = attribute(t, "lang")
				text.Reset()
			}
		case xml.CharData:
			if isAltItem(path) {
				text.Write(t)
			}
		case xml.EndElement:
			if isAltItem(path) && texts[language] == "" {
				texts[language] = text.String()
			}
			path = path[:len(path)-1]
		}
	}
}

// isAltItem: xmpmeta / RDF / Description / AltTextAccessibility / Alt / li.
func isAltItem(path []xml.Name) bool {
	return len(path) == 6 && path[1] == xml.Name{Space: nsRDF, Local: "RDF"} && path[2].Local == "Description" &&
		path[3] == xml.Name{Space: nsIPTC, Local: "AltTextAccessibility"} && path[4].Local == "Alt" && path[5].Local == "li"
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
