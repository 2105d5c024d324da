package clean

import "strings"

// StripAllTags removes every tag and comment, script and style elements with
// their content, and white space at both ends.
func StripAllTags(s string) string {
	return trim(StripTags(dropScripts(s)))
}

// dropScripts removes script and style elements that are closed.
func dropScripts(s string) string {
	if !strings.Contains(s, "<s") && !strings.Contains(s, "<S") {
		return s
	}
	low := lowerASCII(s)
	var b strings.Builder
	done, at := 0, 0
	open := map[string]bool{"script": true, "style": true}
	for {
		i := strings.IndexByte(low[at:], '<')
		if i < 0 {
			break
		}
		at += i
		name := ""
		for _, n := range [...]string{"script", "style"} {
			if open[n] && strings.HasPrefix(low[at+1:], n) {
				name = n
			}
		}
		if name == "" {
			at++
			continue
		}
		start := at
		at += 1 + len(name)
		gt := strings.IndexByte(low[at:], '>')
		if gt < 0 {
			break
		}
		end := strings.Index(low[at+gt+1:], "</"+name+">")
		if end < 0 {
			// No later element of this name is closed either.
			open[name] = false
			continue
		}
		b.WriteString(s[done:start])
		at += gt + 1 + end + len(name) + 3
		done = at
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// StripTags removes tags, comments, declarations and processing instructions.
// A "<" before white space is text; a tag that never ends takes the rest of
// the text with it.
func StripTags(s string) string {
	if !strings.ContainsAny(s, "<>\x00") {
		return s
	}
	t := tagStripper{src: s}
	t.out.Grow(len(s))
	for state := (*tagStripper).text; state != nil; {
		state = state(&t)
	}
	return t.out.String()
}

// tagStripper is a scanner of one text. Each state reads from pos and hands
// over to the next; quotes and nested "<" hide a ">".
type tagStripper struct {
	src   string
	pos   int
	out   strings.Builder
	quote byte
	depth int
	xml   bool
}

type stripState func(*tagStripper) stripState

// back is the byte n before pos, 0 before the start.
func (t *tagStripper) back(n int) byte {
	if t.pos < n {
		return 0
	}
	return t.src[t.pos-n]
}

func (t *tagStripper) spaceNext() bool {
	return t.pos+1 < len(t.src) && isSpace(t.src[t.pos+1])
}

// flip opens or closes a quoted run.
func (t *tagStripper) flip(c byte) {
	switch t.quote {
	case 0:
		t.quote = c
	case c:
		t.quote = 0
	}
}

// closes reports whether the ">" at pos ends the present construct.
func (t *tagStripper) closes() bool {
	if t.depth > 0 {
		t.depth--
		return false
	}
	return t.quote == 0
}

func (t *tagStripper) leave() stripState {
	t.quote, t.xml = 0, false
	t.pos++
	return (*tagStripper).text
}

func (t *tagStripper) text() stripState {
	for ; t.pos < len(t.src); t.pos++ {
		switch c := t.src[t.pos]; c {
		case 0:
		case '<':
			if t.spaceNext() {
				t.out.WriteByte(c)
				continue
			}
			t.pos++
			return (*tagStripper).tag
		case '>':
			if t.closes() {
				t.out.WriteByte(c)
			}
		default:
			t.out.WriteByte(c)
		}
	}
	return nil
}

func (t *tagStripper) tag() stripState {
	for ; t.pos < len(t.src); t.pos++ {
		switch c := t.src[t.pos]; c {
		case '<':
			if t.quote == 0 && !t.spaceNext() {
				t.depth++
			}
		case '>':
			if t.closes() && (!t.xml || t.back(1) != '-') {
				return t.leave()
			}
		case '"', '\'':
			t.flip(c)
		case '!', '?':
			if t.back(1) != '<' {
				continue
			}
			t.pos++
			if c == '!' {
				return (*tagStripper).declaration
			}
			return (*tagStripper).instruction
		}
	}
	return nil
}

func (t *tagStripper) declaration() stripState {
	for ; t.pos < len(t.src); t.pos++ {
		switch c := t.src[t.pos]; c {
		case '>':
			if t.closes() {
				return t.leave()
			}
		case '"', '\'':
			if t.back(1) != '\\' {
				t.flip(c)
			}
		case '-':
			if t.back(1) == '-' && t.back(2) == '!' {
				t.pos++
				return (*tagStripper).comment
			}
		case 'e', 'E':
			if t.pos > 6 && strings.EqualFold(t.src[t.pos-6:t.pos], "doctyp") {
				t.pos++
				return (*tagStripper).tag
			}
		}
	}
	return nil
}

func (t *tagStripper) comment() stripState {
	for ; t.pos < len(t.src); t.pos++ {
		if t.src[t.pos] == '>' && t.quote == 0 && t.back(1) == '-' && t.back(2) == '-' {
			return t.leave()
		}
	}
	return nil
}

func (t *tagStripper) instruction() stripState {
	var last byte // the bracket or quote read last
	brackets := 0
	for ; t.pos < len(t.src); t.pos++ {
		switch c := t.src[t.pos]; c {
		case '(', ')':
			if last == '"' || last == '\'' {
				continue
			}
			last = c
			if c == '(' {
				brackets++
			} else {
				brackets--
			}
		case '>':
			if t.closes() && brackets == 0 && last != '"' && t.back(1) == '?' {
				return t.leave()
			}
		case '"', '\'':
			if t.back(1) == '\\' {
				continue
			}
			if last == c {
				last = 0
			} else if last != '\\' {
				last = c
			}
			t.flip(c)
		case 'l', 'L':
			if t.pos > 4 && strings.EqualFold(t.src[t.pos-4:t.pos], "<?xm") {
				t.xml = true
				t.pos++
				return (*tagStripper).tag
			}
		}
	}
	return nil
}
