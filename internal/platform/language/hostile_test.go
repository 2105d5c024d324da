package language

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"
)

// compiled is a catalogue in the form of .mo files.
func compiled(messages ...[2]string) []byte {
	out := binary.LittleEndian.AppendUint32(nil, moMagic)
	n := uint32(len(messages))
	for _, v := range []uint32{0, n, 28, 28 + 8*n, 0, 0} {
		out = binary.LittleEndian.AppendUint32(out, v)
	}
	at, texts := 28+16*n, []byte{}
	for side := range 2 {
		for _, m := range messages {
			out = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(out, uint32(len(m[side]))), at+uint32(len(texts)))
			texts = append(append(texts, m[side]...), 0)
		}
	}
	return append(out, texts...)
}

// TestRefusalsOfPacks refuses packs that are broken or made to harm, by an error that says why
// in few words and prints nothing that moves a terminal.
func TestRefusalsOfPacks(t *testing.T) {
	t.Parallel()
	whole := compiled([2]string{"", "Content-Type: text/plain; charset=UTF-8\n"}, [2]string{"Save", "Sichern"})
	if _, err := Read("de_DE.mo", whole); err != nil {
		t.Fatal(err)
	}
	rule := func(text string) []byte {
		return compiled([2]string{"", "Plural-Forms: " + text + "\n"}, [2]string{"Save", "Sichern"})
	}
	at := func(place int, value uint32) []byte {
		data := append([]byte{}, whole...)
		binary.LittleEndian.PutUint32(data[place:], value)
		return data
	}
	deep := strings.Repeat("(", 300) + "n" + strings.Repeat(")", 300)
	for _, c := range []struct {
		name, file string
		data       []byte
		why        string
	}{
		{"50 MB", "de_DE.mo", make([]byte, 50<<20), "larger than 8 MB"},
		{"50 MB of PHP", "de_DE.l10n.php", []byte("<?php return ['messages'=>['a'=>'" + strings.Repeat("x", 50<<20) + "']];"), "larger than 8 MB"},
		{"nothing", "de_DE.mo", nil, "cut off"},
		{"no catalogue", "de_DE.mo", []byte("GIF89a" + strings.Repeat("x", 60)), "isn't a compiled catalogue"},
		{"cut off", "de_DE.mo", whole[:len(whole)-4], "cut off"},
		{"four thousand million messages", "de_DE.mo", at(8, 1<<32-1), "cut off"},
		{"a table at the end of the numbers", "de_DE.mo", at(12, 1<<32-8), "cut off"},
		{"a text at the end of the numbers", "de_DE.mo", at(28+4, 1<<32-1), "cut off"},
		{"a text as long as the numbers", "de_DE.mo", at(28, 1<<32-1), "cut off"},
		{"another charset", "de_DE.mo", compiled([2]string{"", "Content-Type: text/plain; charset=ISO-8859-1\x1b[2J" + strings.Repeat("y", 5000) + "\n"}, [2]string{"a", "b"}), "aren't UTF-8"},
		{"broken UTF-8", "de_DE.mo", compiled([2]string{"a", "\xff\xfe"}), "isn't UTF-8"},
		{"a rule of 60 KB", "de_DE.mo", rule("nplurals=2; plural=" + strings.Repeat("n+", 30<<10) + "n;"), "too long"},
		{"a rule that prints", "de_DE.mo", rule("\x1b]0;x\a" + strings.Repeat("z", 900)), "can't be read"},
		{"a rule in itself", "de_DE.mo", rule("nplurals=2; plural=" + deep + ";"), "nested too deeply"},
		{"a rule without end", "de_DE.mo", rule("nplurals=2; plural=" + strings.Repeat("n?", 200) + "0;"), "nested too deeply"},
		{"a rule that names itself", "de_DE.mo", rule("nplurals=2; plural=plural;"), "can't be read"},
		{"a rule that assigns", "de_DE.mo", rule("nplurals=2; plural=n=n+1;"), "can't be read"},
		{"a rule that calls", "de_DE.mo", rule("nplurals=2; plural=system(n);"), "can't be read"},
		{"many forms", "de_DE.mo", rule("nplurals=999; plural=n;"), "at most 12"},
		{"no forms", "de_DE.mo", rule("nplurals=0; plural=0;"), "at most 12"},
		{"a rule of 1 MB in JSON", "de_DE-0123456789abcdef0123456789abcdef.json", []byte(`{"locale_data":{"messages":{"":{"plural-forms":"` + strings.Repeat("n", 1<<20) + `"},"a":["b"]}}}`), "too long"},
		{"JSON in itself", "de_DE-0123456789abcdef0123456789abcdef.json", []byte(strings.Repeat("[", 1<<20)), "isn't JSON"},
		{"JSON of something else", "de_DE-0123456789abcdef0123456789abcdef.json", []byte(`{"locale_data":{"messages":{"a":{"b":1}}}}`), "isn't a list"},
		{"a program", "de_DE.l10n.php", []byte("<?php return ['messages'=>['a'=>system('id')]];"), "something else than literals"},
		{"a variable", "de_DE.l10n.php", []byte(`<?php return ['messages'=>['a'=>"$x"]];`), "something else than literals"},
		{"arrays in arrays", "de_DE.l10n.php", []byte("<?php return " + strings.Repeat("[", 1<<20)), "nested too deeply"},
		{"no end", "de_DE.l10n.php", []byte("<?php return ['messages'=>['a'=>'b"), "no end"},
		{"a comment without end", "de_DE.l10n.php", []byte("<?php /*" + strings.Repeat("*", 1<<20)), "returns nothing"},
		{"a text of 1 MB", "de_DE.po", []byte("msgid \"a\"\nmsgstr \"" + strings.Repeat("x", 1<<20) + "\"\n"), "longer than 64 KB"},
		{"a name that leads elsewhere", "../../etc/passwd", whole, "isn't named like"},
	} {
		p, err := Read(c.file, c.data)
		if p != nil || !errors.Is(err, ErrNoPack) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if text := err.Error(); !strings.Contains(text, c.why) || len(text) > 400 || strings.ContainsAny(text, "\x1b\a\n") {
			t.Errorf("%s: %.500q", c.name, text)
		}
	}
}
