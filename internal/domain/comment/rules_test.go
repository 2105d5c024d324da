package comment

import (
	"reflect"
	"testing"
)

func TestMatchesWord(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		list, text string
		want       bool
	}{
		{"", "anything", false}, {"\n \n0\n", "0", false}, {"pills\r\ncasino", "Cheap PILLS", true}, {"a.b", "axb", false},
		{"Äpfel", "viele äpfel", true}, {"(", "a(b", true},
	} {
		if got := matchesWord(c.list, "other", c.text); got != c.want {
			t.Errorf("%q in %q: %v", c.list, c.text, got)
		}
	}
}

func TestMentioned(t *testing.T) {
	t.Parallel()
	const text = `<span class="wp-note-mention user-3">@a</span> <span class="user-4">b</span> <span class="user-5 wp-note-mention">c</span>` +
		`<span class="wp-note-mention user-3">@a</span><span class="wp-note-mention user-03 user-x">d</span><span class="wp-note-mention user-9">me</span>`
	if got := mentioned(&Comment{Type: TypeNote, User: 9, Content: text}); !reflect.DeepEqual(got, []int64{3, 5}) {
		t.Errorf("mentioned %v", got)
	}
	if got := mentioned(&Comment{Type: TypeComment, Content: text}); got != nil {
		t.Errorf("a comment mentions %v", got)
	}
}

func TestStatusOf(t *testing.T) {
	t.Parallel()
	for _, s := range []Status{Approved, Hold, Spam, Trash} {
		if got := statusOf(storedStatus(s)); got != s {
			t.Errorf("%s became %s", s, got)
		}
	}
	if statusOf("") != Hold || statusOf("odd") != Hold {
		t.Error("an unknown status must wait for approval")
	}
}
