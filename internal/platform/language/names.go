package language

import "strings"

// NameIn is what a language calls itself, with its locale where several of one name may be
// installed; the locale alone for languages that aren't known here.
func NameIn(locale string) string {
	base, region, _ := strings.Cut(locale, "_")
	name := nameOf(base)
	switch {
	case name == "":
		return locale
	case region == "":
		return name
	}
	return name + " (" + locale + ")"
}

// nameOf is the name that a language has in itself (CLDR 45), by its code.
func nameOf(code string) string {
	switch code {
	case "ar":
		return "العربية"
	case "bg":
		return "български"
	case "bn":
		return "বাংলা"
	case "bs":
		return "bosanski"
	case "ca":
		return "català"
	case "cs":
		return "čeština"
	case "cy":
		return "Cymraeg"
	case "da":
		return "dansk"
	case "de":
		return "Deutsch"
	case "el":
		return "Ελληνικά"
	case "en":
		return "English"
	case "es":
		return "español"
	case "et":
		return "eesti"
	case "eu":
		return "euskara"
	case "fa":
		return "فارسی"
	case "fi":
		return "suomi"
	case "fr":
		return "français"
	case "gl":
		return "galego"
	case "he":
		return "עברית"
	case "hi":
		return "हिन्दी"
	case "hr":
		return "hrvatski"
	case "hu":
		return "magyar"
	case "id":
		return "Indonesia"
	case "it":
		return "italiano"
	case "ja":
		return "日本語"
	case "ka":
		return "ქართული"
	case "ko":
		return "한국어"
	case "lt":
		return "lietuvių"
	case "lv":
		return "latviešu"
	case "nb":
		return "norsk bokmål"
	case "nl":
		return "Nederlands"
	case "nn":
		return "norsk nynorsk"
	case "pl":
		return "polski"
	case "pt":
		return "português"
	case "ro":
		return "română"
	case "ru":
		return "русский"
	case "sk":
		return "slovenčina"
	case "sl":
		return "slovenščina"
	case "sr":
		return "српски"
	case "sv":
		return "svenska"
	case "th":
		return "ไทย"
	case "tr":
		return "Türkçe"
	case "uk":
		return "українська"
	case "vi":
		return "Tiếng Việt"
	case "zh":
		return "中文"
	}
	return ""
}
