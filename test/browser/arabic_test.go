package browser

import (
	"testing"

	"quoin/internal/platform/language"
)

// arabic is a small pack: the direction, the rule of plurals, and some texts of pages. What it
// doesn't have comes from the program's own catalogue of Arabic, or stays English.
const arabic = `msgid ""
msgstr "Plural-Forms: nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;\n"

msgctxt "text direction"
msgid "ltr"
msgstr "rtl"

msgid "Skip to content"
msgstr "انتقل إلى المحتوى"

msgid "Leave a Reply"
msgstr "اترك تعليقا"

msgid "Post Comment"
msgstr "أرسل التعليق"

msgid "Comment"
msgstr "التعليق"

msgid "Name"
msgstr "الاسم"

msgid "Email"
msgstr "البريد الإلكتروني"

msgid "Website"
msgstr "الموقع"

msgid "Search"
msgstr "بحث"

msgid "Next Page"
msgstr "الصفحة التالية"

msgid "Previous Page"
msgstr "الصفحة السابقة"

msgid "Log In"
msgstr "تسجيل الدخول"

msgid "Password"
msgstr "كلمة المرور"

msgid "Username or Email Address"
msgstr "اسم المستخدم أو البريد الإلكتروني"

msgid "March"
msgstr "مارس"
`

// TestPagesFromRightToLeft looks at each kind of page in Arabic, on a phone and on a screen:
// the page says its language and direction, axe-core finds nothing, nothing is wider than the
// window, and the link past the head leads to where it says.
func TestPagesFromRightToLeft(t *testing.T) {
	browser := chromium(t)
	s := serve(t, "ed")
	if _, err := s.app.Exchange.ImportSample(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	pack, err := language.Read("ar.po", []byte(arabic))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.app.Languages.Install(t.Context(), map[string]*language.Pack{"ar.po": pack}); err != nil {
		t.Fatal(err)
	}
	if err := s.app.Languages.Use(t.Context(), "ar"); err != nil {
		t.Fatal(err)
	}
	look := func(b *tab, path string) {
		b.t.Helper()
		b.atWidths(path, []int64{320, 1280})
		b.holds(`document.documentElement.lang === "ar" && document.documentElement.dir === "rtl" && getComputedStyle(document.body).direction === "rtl"`)
		b.holds(`[...document.querySelectorAll(".skip-link")].every(a => document.querySelector(a.hash))`)
	}
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) { look(s.tab(t, browser), k.path) })
	}
	t.Run("lost password", func(t *testing.T) { look(s.tab(t, browser), "/wp-login.php?action=lostpassword") })
	t.Run("account", func(t *testing.T) {
		b := s.tab(t, browser)
		b.logIn("ed", password)
		look(b, "/account")
	})
	t.Run("front for one who writes", func(t *testing.T) {
		b := s.tab(t, browser)
		b.logIn("ed", password)
		look(b, "/")
	})
}
