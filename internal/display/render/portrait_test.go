package render

import (
	"encoding/xml"
	"io"
	"math"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// TestPortraits: whatever people are called, the picture is a document of its own that
// nothing of the name breaks, and an address that ends no attribute.
func TestPortraits(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Hester Vane": "HV", "jonas": "J", "Ann-Marie O'Neill": "AO", "Ö. de la Österreich": "ÖÖ", "山田太郎": "山", "": "", "  ": "", "<script>": "S",
		`'"&%#<>`: "", "Ünal \xff\xfe": "Ü", "4chan 5": "4", "e\u0301mile": "E", "\u0301": "",
	} {
		if got := initials(name); got != want {
			t.Errorf("%q: initials %q, want %q", name, got, want)
		}
		address := portrait(name)
		if strings.ContainsAny(address, `"'<>& #`) {
			t.Errorf("%q: %s", name, address)
		}
		text, err := url.PathUnescape(strings.TrimPrefix(address, "data:image/svg+xml,"))
		if err != nil {
			t.Fatal(err)
		}
		for d := xml.NewDecoder(strings.NewReader(text)); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%q: %v in %s", name, err, text)
			}
		}
		if strings.Contains(text, "<script") {
			t.Errorf("%q: %s", name, text)
		}
	}
	ann := portrait("Ann")
	if again := portrait("Ann"); ann != again || ann == portrait("Ben") {
		t.Error("a portrait isn't that of a name")
	}
}

func TestGrounds(t *testing.T) {
	t.Parallel()
	for _, colour := range grounds {
		sum := 0.0
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			n, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
			if err != nil {
				t.Fatal(err)
			}
			sum += weight * math.Pow((float64(n)/255+0.055)/1.055, 2.4)
		}
		if ratio := 1.05 / (sum + 0.05); ratio < 4.5 {
			t.Errorf("white on %s has a contrast of %.2f", colour, ratio)
		}
	}
}
