package language

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"quoin/internal/platform/fault"
)

const poFile = `# A made-up language.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2;\n"

msgid "Post"
msgstr "Blat"

msgctxt "verb"
msgid "Post"
msgstr "Send"
"en"

#, fuzzy
msgid "Page"
msgstr "wrong"

msgid "%s post"
msgid_plural "%s posts"
msgstr[0] "%s blat"
msgstr[1] "%s blaty"
msgstr[2] "%s blatow"

msgid "Untold"
msgstr ""

msgid "Name"
msgstr "<script>alert(1)</script>"

#~ msgid "Old"
#~ msgstr "Alt"
`

const phpFile = `<?php
/* Made up. */
return ['project-id-version'=>'x','language'=>'xx','plural-forms'=>'nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2;',
'messages'=>['Post'=>'Blat','verb' . "\4" . 'Post'=>'Senden','%s post'=>'%s blat' . "\0" . '%s blaty' . "\0" . '%s blatow',],];
`

const jsonFile = `{"domain":"messages","locale_data":{"messages":{"":{"plural-forms":"nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2;"},
"Post":["Blat"],"verb\u0004Post":["Senden"],"%s post":["%s blat","%s blaty","%s blatow"]}}}`

// moFile is a compiled catalogue of messages.
func moFile(order binary.ByteOrder, messages map[string]string) []byte {
	var ids []string
	for id := range messages {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	var head, texts bytes.Buffer
	start := 28 + 16*len(ids)
	table := func(text func(id string) string) {
		for _, id := range ids {
			_ = binary.Write(&head, order, []uint32{uint32(len(text(id))), uint32(start + texts.Len())})
			texts.WriteString(text(id) + "\x00")
		}
	}
	_ = binary.Write(&head, order, []uint32{moMagic, 0, uint32(len(ids)), 28, uint32(28 + 8*len(ids)), 0, 0})
	table(func(id string) string { return id })
	table(func(id string) string { return messages[id] })
	return append(head.Bytes(), texts.Bytes()...)
}

func messages() map[string]string {
	return map[string]string{
		"": "Plural-Forms: nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2;\n", "Post": "Blat", "verb\x04Post": "Senden",
		"%s post\x00%s posts": "%s blat\x00%s blaty\x00%s blatow",
	}
}

// TestForms reads the same texts in all forms of packs, and as they are stored.
func TestForms(t *testing.T) {
	t.Parallel()
	for name, data := range map[string]string{
		"xx_YY.po": poFile, "admin-xx_YY.l10n.php": phpFile, "xx_YY-0123456789abcdef0123456789abcdef.json": jsonFile,
		"xx_YY.mo": string(moFile(binary.LittleEndian, messages())), "default-xx_YY.mo": string(moFile(binary.BigEndian, messages())),
	} {
		p, err := Read(name, []byte(data))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text, err := p.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		again, err := Unmarshal(p.Locale, p.Domain, text)
		if err != nil {
			t.Fatal(err)
		}
		for _, texts := range []*Texts{Join("xx_YY", p), Join("xx_YY", again)} {
			for _, c := range [][2]string{
				{texts.Of("Post"), "Blat"}, {texts.In("verb", "Post"), "Senden"}, {texts.Of("Page"), "Page"}, {texts.Of("Untold"), "Untold"}, {texts.Of("Name"), "Name"},
				{texts.Count(1, "%s post", "%s posts"), "%s blat"}, {texts.Count(3, "%s post", "%s posts"), "%s blaty"}, {texts.Count(7, "%s post", "%s posts"), "%s blatow"},
				{texts.Count(2, "%s page", "%s pages"), "%s pages"}, {texts.Tag(), "xx-YY"},
			} {
				if c[0] != c[1] {
					t.Errorf("%s: %q, want %q", name, c[0], c[1])
				}
			}
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"de_DE.mo": "de_DE  mo", "admin-de_DE.po": "de_DE  po", "ar.l10n.php": "ar  l10n.php", "twentytwentyfive-pt_BR.mo": "pt_BR twentytwentyfive mo",
		"de_DE_formal.mo": "de_DE_formal  mo", "de_DE.txt": "", "../x/ja.mo": "ja  mo", "De.mo": "", "readme.md": "", ".mo": "",
	} {
		locale, domain, form, ok := NameOf(name)
		if got := locale + " " + domain + " " + form; ok != (want != "") || ok && got != want {
			t.Errorf("%s: %q %v, want %q", name, got, ok, want)
		}
	}
}

func TestPlural(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule string
		want string // of 0, 1, 2, 3, 5, 11, 21, 100, 101
	}{
		{"nplurals=1; plural=0;", "0 0 0 0 0 0 0 0 0"},
		{"nplurals=2; plural=(n != 1);", "1 0 1 1 1 1 1 1 1"},
		{"nplurals=2; plural=n>1;", "0 0 1 1 1 1 1 1 1"},
		{"nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);", "2 0 1 1 2 2 0 2 0"},
		{"nplurals=6; plural=(n == 0) ? 0 : ((n == 1) ? 1 : ((n == 2) ? 2 : ((n % 100 >= 3 && n % 100 <= 10) ? 3 : ((n % 100 >= 11 && n % 100 <= 99) ? 4 : 5))));", "0 1 2 3 3 4 4 5 5"},
		{"nplurals=2; plural=n/0;", "0 1 0 0 0 0 0 0 0"},
		{"nplurals=2; plural=!n-1;", "0 0 0 0 0 0 0 0 0"},
	} {
		p, err := ReadPlural(c.rule)
		if err != nil {
			t.Errorf("%s: %v", c.rule, err)
			continue
		}
		var got []string
		for _, n := range []int64{0, 1, 2, 3, 5, 11, 21, 100, 101} {
			got = append(got, fmt.Sprint(p.Form(n)))
		}
		if all := strings.Join(got, " "); all != c.want {
			t.Errorf("%s: %s, want %s", c.rule, all, c.want)
		}
	}
	for _, rule := range []string{
		"", "nplurals=0; plural=0;", "nplurals=99; plural=0;", "nplurals=2; plural=n ==;", "nplurals=2; plural=(n;", "nplurals=2; plural=system(n);", "nplurals=2; plural=n n;",
		"nplurals=2; plural=" + strings.Repeat("(", 100) + "n" + strings.Repeat(")", 100) + ";", "nplurals=2; plural=" + strings.Repeat("!", 200) + "n;",
		"nplurals=2; plural=" + strings.Repeat("n+", 5000) + "n;", "nplurals=2; plural=99999999999999999999;", "nplurals=2; plural=n ? 1;",
	} {
		if _, err := ReadPlural(rule); err == nil {
			t.Errorf("%.60s is taken", rule)
		}
	}
}

// TestHostilePacks refuses what is broken, too large, or more than data.
func TestHostilePacks(t *testing.T) {
	t.Parallel()
	mo := moFile(binary.LittleEndian, messages())
	many := bytes.Clone(mo)
	binary.LittleEndian.PutUint32(many[8:], 1<<30)
	far := bytes.Clone(mo)
	binary.LittleEndian.PutUint32(far[32:], 1<<31)
	for name, data := range map[string]string{
		"a/de_DE.mo": "", "b/de_DE.mo": "x" + string(mo), "c/de_DE.mo": string(mo[:40]), "d/de_DE.mo": string(many), "e/de_DE.mo": string(far),
		"f/de_DE.mo": strings.Repeat("x", MaxFile+1),
		"g/de_DE.mo": string(moFile(binary.LittleEndian, map[string]string{"": "Plural-Forms: nplurals=2; plural=n?n?n;\n", "a": "b"})),
		"h/de_DE.mo": string(moFile(binary.LittleEndian, map[string]string{"": "Content-Type: text/plain; charset=ISO-8859-1\n", "a": "b"})),
		"i/de_DE.mo": string(moFile(binary.LittleEndian, map[string]string{"a": "\xff\xfe"})),
		"j/de_DE.mo": string(moFile(binary.LittleEndian, nil)),
		"a/de_DE.po": "msgid \"a\nmsgstr \"b\"", "b/de_DE.po": "hello", "c/de_DE.po": `"text first"`, "d/de_DE.po": "msgid \"a\"\n" + strings.Repeat("msgstr[0] \"b\"\n", 20),
		"a/de_DE.l10n.php": `<?php system('id');`, "b/de_DE.l10n.php": `<?php return ['messages'=>['a'=>file_get_contents('/etc/passwd')]];`,
		"c/de_DE.l10n.php": `<?php return ['messages'=>['a'=>"$x"]];`, "d/de_DE.l10n.php": `<?php return ` + strings.Repeat("[", 10000), "e/de_DE.l10n.php": `<?php return ['messages'=>['a'=>'b`,
		"a/de_DE.json": `{`, "b/de_DE.json": `{"locale_data":{}}`, "c/de_DE.json": `{"domain":"m","locale_data":{"m":{"a":7}}}`,
		"a/nothing.txt": "x",
	} {
		if p, err := Read(name, []byte(data)); !errors.Is(err, ErrNoPack) || p != nil {
			t.Errorf("%s: %v, %v", name, p, err)
		}
	}
}

func TestFill(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text   string
		values []string
		want   string
	}{
		{"none", nil, "none"}, {"%s ago", []string{"2 h"}, "2 h ago"}, {"%2$s of %1$s", []string{"a", "b"}, "b of a"}, {"%d%%", []string{"5"}, "5%"},
		{"%s and %s", []string{"a"}, "a and "}, {"100%", []string{"a"}, "100%"}, {"%x %s", []string{"a"}, "%x a"}, {"%9$s", []string{"a"}, ""}, {"%s", []string{"%s"}, "%s"}, {"%0$s", []string{"a"}, "%0$s"},
	} {
		if got := Fill(c.text, c.values...); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestNamesOfDates(t *testing.T) {
	t.Parallel()
	p := &Pack{Texts: map[Key][]string{}}
	p.Texts[KeyOf("", "May")] = []string{"Mai"}
	p.Texts[KeyOf("May abbreviation", "May")] = []string{"Mai."}
	p.Texts[KeyOf("", "Sunday")] = []string{"Sonntag"}
	p.Texts[KeyOf("", "Sun")] = []string{"So."}
	p.Texts[KeyOf("text direction", "ltr")] = []string{"rtl"}
	p.Texts[KeyOf("", "html_lang_attribute")] = []string{"x-made-up"}
	texts := Join("xx", p)
	n := texts.Names
	if n.Months[time.May-1] != "Mai" || n.MonthsShort[time.May-1] != "Mai." || n.Days[0] != "Sonntag" || n.DaysShort[0] != "So." || n.Months[0] != "January" || n.Halves[1] != "pm" {
		t.Errorf("%+v", n)
	}
	if !texts.RightToLeft() || texts.Tag() != "x-made-up" {
		t.Errorf("%v %s", texts.RightToLeft(), texts.Tag())
	}
	var english *Texts
	if english.RightToLeft() || english.Tag() != "en-US" || english.Of("x") != "x" || english.Count(1, "a", "b") != "a" || english.Count(0, "a", "b") != "b" {
		t.Error("English needs a pack")
	}
}

// FuzzRead reads anything as a pack of each form: no panic, and what is read can be stored
// and read again.
func FuzzRead(f *testing.F) {
	f.Add("xx.po", []byte(poFile))
	f.Add("xx.l10n.php", []byte(phpFile))
	f.Add("xx.json", []byte(jsonFile))
	f.Add("xx.mo", moFile(binary.LittleEndian, messages()))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		p, err := Read(name, data)
		if err != nil {
			return
		}
		text, err := p.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		again, err := Unmarshal(p.Locale, p.Domain, text)
		if err != nil || len(again.Texts) != len(p.Texts) {
			t.Fatalf("%v, %d texts of %d", err, len(again.Texts), len(p.Texts))
		}
	})
}

// TestLists joins words as a language does.
func TestLists(t *testing.T) {
	t.Parallel()
	p := &Pack{Texts: map[Key][]string{}}
	for id, form := range map[string]string{"%1$s, %2$s": "%1$s、%2$s", "%1$s and %2$s": "%1$s u. %2$s", "%1$s, and %2$s": "%1$s und %2$s", "%1$s is not one of %2$l.": "%1$s ist keins von %2$s."} {
		if err := p.add(id, []string{form}); err != nil {
			t.Fatal(err)
		}
	}
	texts := Join("de_DE", p)
	for words, want := range map[string]string{"a": "a", "a b": "a u. b", "a b c": "a、b und c"} {
		if got := texts.List(strings.Fields(words)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := texts.Refusal("rest_not_in_enum", "%s must be one of %s.", "x", "a"+fault.ItemMark+"b"); !strings.HasPrefix(got, "x ") || !strings.Contains(got, "a u. b") {
		t.Errorf("%q", got)
	}
}
