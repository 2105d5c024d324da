package clean

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

func fileTypes(ext string) bool {
	return strings.Contains(" jpg jpeg jpe gif png bmp txt pdf zip gz tar html htm js css mp4 mp3 doc docx csv svgz 7z ", " "+ext+" ")
}

// TestCases reads testdata/cases.json: for each function pairs of input and
// expected output, which were compared with the answers of the reference.
func TestCases(t *testing.T) {
	t.Parallel()
	functions := map[string]func(string) string{
		"TextField": TextField, "TextareaField": TextareaField, "Key": Key, "Slug": Slug, "Accents": Accents,
		"FileName": func(s string) string { return FileName("", s, fileTypes, fileTypes) },
		"URL":      func(s string) string { return URL(s, nil) }, "URLDisplay": func(s string) string { return URLDisplay(s, nil) },
		"Username": func(s string) string { return Username("", s, false) }, "Username strict": func(s string) string { return Username("", s, true) },
		"Email": Email, "IsEmail": func(s string) string { return fmt.Sprint(IsEmail(s)) },
		"HTMLClass": func(s string) string { return HTMLClass(s, "") }, "StripAllTags": StripAllTags,
		"UTF8Cut 20": func(s string) string { return UTF8Cut(s, 20) },
	}
	data, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases map[string][][2]string
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for name, f := range functions {
		if len(cases[name]) == 0 {
			t.Errorf("no cases for %s", name)
		}
		for _, c := range cases[name] {
			if got := f(c[0]); got != c[1] {
				t.Errorf("%s(%q)\n got %q\nwant %q", name, c[0], got, c[1])
			}
		}
	}
}

func TestTemplateField(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"  a\n b\t c ":               "a b c",
		"<b>x</b><script>y</script>": "x",
		"%2f":                        "%2f",
		"a %2f b":                    "a b",
		"a%%4411b":                   "a%%4411b",
		"a%4%411b":                   "ab",
		"%%title%% %%cf_a%% 50% off": "%%title%% %%cf_a%% 50% off",
		"a\xff":                      "",
	} {
		if got := TemplateField(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestInvalidUTF8(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, got, want string }{
		{"TextField", TextField("a\xff"), ""},
		{"Accents as Latin-1", Accents("caf\xe9 \xc6"), "cafe AE"},
		{"FileName as Latin-1", FileName("", "caf\xe9.png", fileTypes, fileTypes), "cafe.png"},
		{"Slug", Slug("caf\xe9"), "cafe"},
	} {
		if c.got != c.want {
			t.Errorf("%s = %q, want %q", c.name, c.got, c.want)
		}
	}
}

func TestFallbacks(t *testing.T) {
	t.Parallel()
	if got := HTMLClass("é", "fall back"); got != "fallback" {
		t.Errorf("HTMLClass = %q", got)
	}
	if got := LowerExt("A.B.JPG"); got != "A.B.jpg" {
		t.Errorf("LowerExt = %q", got)
	}
	if got := LowerExt("README"); got != "README" {
		t.Errorf("LowerExt = %q", got)
	}
}

func TestURLProtocols(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in        string
		protocols []string
		want      string
	}{
		{"e.org", []string{"https", "http"}, "https://e.org"},
		{"ftp://e.org", []string{"http"}, ""},
		{"app:x", []string{"app"}, "app:x"},
		{"HTTP://e.org", []string{"http"}, "http://e.org"},
	} {
		if got := URL(c.in, c.protocols); got != c.want {
			t.Errorf("URL(%q, %v) = %q, want %q", c.in, c.protocols, got, c.want)
		}
	}
}

func TestPercentDecodeForDisplay(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"%e6%97%a5-x": "日-x", "abc": "abc", "%e6": "%e6", "%00x": "%00x",
	} {
		if got := PercentDecodeForDisplay(in); got != want {
			t.Errorf("PercentDecodeForDisplay(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestHostileSizes runs into the limit of the test binary when a cleaning
// needs more than linear time.
func TestHostileSizes(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"<", "<script>", "<script", "%", "%4", "&", "&#", "&#0", "a;", "é", "e\u0301", "---", "---41", ".", "a.", " ", "javascript:", "[", "\\0", "feed:", "%0", "<?xml ", "\"<"} {
		in := strings.Repeat(unit, 1<<20/len(unit))
		for _, f := range []func(string) string{
			TextField, TextareaField, Slug, Accents, Key, Email, StripAllTags,
			func(s string) string { return Username("", s, true) },
			func(s string) string { return FileName("", s, fileTypes, fileTypes) },
			func(s string) string { return URLDisplay(s, nil) },
			func(s string) string { return UTF8Cut(s, 200) },
		} {
			if out := f(in); len(out) > 8*len(in) {
				t.Errorf("%d bytes of %q became %d", len(in), unit, len(out))
			}
		}
	}
}

func FuzzSlug(f *testing.F) {
	for _, s := range []string{
		"Hello World", "日本語", "%e3%81%82", "%zz", "---41---", "a–b", "<b>x", "&amp;&x;", strings.Repeat("日", 40), strings.Repeat("a", 199) + "%41",
		"%c2%c2%a1%ad", "%c2%c2%ad%a1", "\xff\xe9", "İıſ", "e\u0301\u0301", "%25%34%31", "a%e2%80%93%e2%80%8b", ".&.;", "x%&y;41",
		"It's 3.5 - (or so): _x_, \"y\"!?", " -.- ", strings.Repeat("a ", 99) + "- b", "--", "---",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		slug := Slug(in)
		if any := anySlug("", in); slug != any {
			t.Errorf("Slug(%q) = %q, by all steps %q", in, slug, any)
		}
		if again := Slug(slug); again != slug {
			t.Errorf("Slug(%q) = %q, then %q", in, slug, again)
		}
		if len(slug) > SlugBytes {
			t.Errorf("Slug(%q) has %d bytes", in, len(slug))
		}
		for i := 0; i < len(slug); i++ {
			c := slug[i]
			if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '-' || isOctet(slug, i)) {
				t.Errorf("Slug(%q) = %q holds %q", in, slug, c)
			}
		}
		if name := FileName("", in, fileTypes, fileTypes); strings.ContainsAny(name, "/\\\x00<>\"'") || strings.HasPrefix(name, ".") {
			t.Errorf("FileName(%q) = %q", in, name)
		}
		if text := TextField(in); !utf8.ValidString(text) || strings.ContainsAny(text, "\n\r\t") {
			t.Errorf("TextField(%q) = %q", in, text)
		}
		if url := URL(in, nil); strings.HasPrefix(strings.ToLower(url), "javascript:") {
			t.Errorf("URL(%q) = %q", in, url)
		}
		if mail := Email(in); mail != "" && strings.ContainsAny(mail, " <>\"\n") {
			t.Errorf("Email(%q) = %q", in, mail)
		}
	})
}

func TestUnslash(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"": "", "plain": "plain", `a\b`: "ab", `a\\b`: `a\b`, `end\`: "end", `\"x\"`: `"x"`, `\é`: "é",
	} {
		if got := Unslash(in); got != want {
			t.Errorf("Unslash(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestLettersOfLanguages has what the reference makes of titles by the site's locale.
func TestLettersOfLanguages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ locale, in, slug, file, login string }{
		{"de_DE", "Größe über Öl und Maß", "groesse-ueber-oel-und-mass", "Groesse-ueber-Oel-und-Mass.png", "Groesse ueber Oel und Mass"},
		{"de_CH_informal", "ẞ Ära", "ss-aera", "SS-Aera.png", "SS Aera"},
		{"de_DE", "Ærø Đ", "aero-d", "AEro-D.png", "AEro D"},
		{"da_DK", "Ærø Åbne Øl æ ü", "aeroe-aabne-oel-ae-u", "Aeroe-Aabne-Oel-ae-u.png", "Aeroe Aabne Oel ae u"},
		{"ca", "col·legi COL·LEGI", "collegi-col%c2%b7legi", "collegi-COL·LEGI.png", "collegi COLLEGI"},
		{"sr_RS", "Đorđe đ", "djordje-dj", "DJordje-dj.png", "DJordje dj"},
		{"bs_BA", "Đorđe ö", "djordje-o", "DJordje-o.png", "DJordje o"},
		{"nb_NO", "Ærø Å", "aero-a", "AEro-A.png", "AEro A"},
		{"", "Größe ẞ", "grose-%c3%9f", "Grose-ẞ.png", "Grose"},
	} {
		if got := SlugIn(c.locale, c.in); got != c.slug {
			t.Errorf("slug of %q in %q: %q, want %q", c.in, c.locale, got, c.slug)
		}
		if got := FileName(c.locale, c.in+".png", fileTypes, fileTypes); got != c.file {
			t.Errorf("file name of %q in %q: %q, want %q", c.in, c.locale, got, c.file)
		}
		if got := Username(c.locale, c.in, true); got != c.login {
			t.Errorf("log-in name of %q in %q: %q, want %q", c.in, c.locale, got, c.login)
		}
	}
}
