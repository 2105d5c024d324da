package render

import (
	"hash/fnv"
	"strings"
	"unicode"
	"unicode/utf8"

	"quoin/internal/display/render/escape"
)

// grounds are the colours that portraits are drawn on. White stands out from each by at
// least 4.5 to 1.
var grounds = [...]string{
	"#7a4a2b", "#8a3b3b", "#8b3a62", "#6d4590", "#4f4fa3", "#2f5d9b", "#1f6a80", "#1f6d5a", "#3d6b34", "#616021", "#7a5a14", "#55606b",
}

// portrait is the address of a picture that stands for a person, drawn here: initials on
// a colour that is always the same for a name. Nobody else is asked for it, and the page
// has it in itself.
func portrait(name string) string {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(name))
	drawn := "<circle cx='24' cy='18' r='9'/><path d='M8 45q0-15 16-15t16 15z'/>"
	if letters := initials(name); letters != "" {
		size := "20"
		if utf8.RuneCountInString(letters) == 1 {
			size = "24"
		}
		drawn = "<text x='24' y='25' font-family='system-ui,sans-serif' font-size='" + size +
			"' font-weight='600' text-anchor='middle' dominant-baseline='central'>" + letters + "</text>"
	}
	return "data:image/svg+xml," + inAddress.Replace("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 48 48'><rect width='48' height='48' fill='"+
		grounds[sum.Sum32()%uint32(len(grounds))]+"'/><g fill='#fff'>"+drawn+"</g></svg>")
}

// inAddress writes what may not stand in an address, or ends the attribute around it.
var inAddress = strings.NewReplacer("<", "%3C", ">", "%3E", "#", "%23", "'", "%27", `"`, "%22", "%", "%25", " ", "%20", "&", "%26")

// initials are the first letters of the first and the last word of a name, of names in
// letters without cases the first alone; "" for a name without letters.
func initials(name string) string {
	var first []rune
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
	}) {
		if r, _ := utf8.DecodeRuneInString(word); unicode.IsLetter(r) || unicode.IsDigit(r) {
			first = append(first, unicode.ToUpper(r))
		}
	}
	switch {
	case len(first) == 0:
		return ""
	case len(first) == 1 || !unicode.IsUpper(first[0]):
		return string(first[0])
	}
	return string([]rune{first[0], first[len(first)-1]})
}

// blankPortrait is the picture of nobody, for sites that want none.
const blankPortrait = "data:image/svg+xml,%3Csvg%20xmlns=%27http://www.w3.org/2000/svg%27/%3E"

// avatarSources are the attributes of an image that say where it is.
func (s *Site) avatarSources(p Person, size int, front bool) string {
	switch {
	case !front || s.AvatarsFrom == AvatarsOfGravatar:
		return "src='" + escape.URL(s.AvatarURL(p, size)) + "' srcset='" + escape.URL(s.AvatarURL(p, size*2)) + " 2x'"
	case s.AvatarDefault == "blank":
		return "src='" + blankPortrait + "'"
	}
	return "src='" + portrait(p.Name) + "'"
}

// AvatarsOfGravatar is where pages have pictures of people from, when it isn't this
// program that draws them.
const AvatarsOfGravatar = "gravatar"
