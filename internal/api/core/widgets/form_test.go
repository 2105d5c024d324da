package widgets

import (
	"encoding/base64"
	"testing"

	"quoin/internal/platform/wire"
)

func TestParseForm(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		"":                             `{}`,
		"widget-text[2][title]=a+b%21": `{"title":"a b!"}`,
		"widget-text[2]=x&title=y":     `{}`,
		"widget-pages[2][title]=x":     `{}`,
		"widget-text[__i__][text]=%zz": `{}`,
		"widget-text[2][title]=a&widget-text%5B2%5D%5Btitle%5D=b": `{"title":"b"}`,
	} {
		got, _ := typeByID("text").parseForm(data, "")
		if s := string(wire.Encode(got, nil)); s != want {
			t.Errorf("%s: %s, want %s", data, s, want)
		}
	}
}

// FuzzSettings reads forms of every type. Cleaning what was cleaned changes
// nothing, and encoded settings come back as they were.
func FuzzSettings(f *testing.F) {
	f.Add("widget-text[2][title]=<b>a</b>&widget-text[2][filter]=on", uint8(17))
	f.Add("widget-media_gallery[2][ids]=3,4,x&widget-media_gallery[2][columns]=-2", uint8(6))
	f.Add("widget-pages[1][sortby]=odd", uint8(11))
	key := []byte("0123456789abcdef0123456789abcdef")
	f.Fuzz(func(t *testing.T, data string, n uint8) {
		typ := &types[int(n)%len(types)]
		given, _ := typ.parseForm(data, "")
		once := typ.clean(given, nil, true)
		if twice := typ.clean(once, nil, true); !wire.Equal(once, twice) {
			t.Fatalf("cleaned twice: %s, once %s", wire.Encode(twice, nil), wire.Encode(once, nil))
		}
		text, err := encode(once)
		if err != nil {
			t.Fatal(err)
		}
		back, ok := decode(key, base64.StdEncoding.EncodeToString([]byte(text)), digest(key, text))
		if !ok || !wire.Equal(typ.clean(back, nil, true), once) {
			t.Fatalf("%s came back as %s", wire.Encode(once, nil), wire.Encode(back, nil))
		}
		if _, ok := decode(key, base64.StdEncoding.EncodeToString([]byte(text+" ")), digest(key, text)); ok {
			t.Fatal("changed settings pass as they were")
		}
	})
}
