package smiley

// lookup returns the emoji that stands for a face, or the file name of a
// image, and whether the face is known.
func lookup(face string) (replacement string, image, ok bool) {
	switch face {
	case ":mrgreen:":
		return "mrgreen.png", true, true
	case ":neutral:", ":-|", ":|":
		return "\U0001F610", false, true
	case ":twisted:":
		return "\U0001F608", false, true
	case ":arrow:":
		return "\u27A1", false, true
	case ":shock:", "8-O", "8O":
		return "\U0001F62F", false, true
	case ":smile:", ":-)", ":)":
		return "\U0001F642", false, true
	case ":???:", ":-?", ":?":
		return "\U0001F615", false, true
	case ":cool:", "8-)":
		return "\U0001F60E", false, true
	case ":evil:":
		return "\U0001F47F", false, true
	case ":grin:", ":-D", ":D":
		return "\U0001F600", false, true
	case ":idea:":
		return "\U0001F4A1", false, true
	case ":oops:":
		return "\U0001F633", false, true
	case ":razz:", ":-P", ":P":
		return "\U0001F61B", false, true
	case ":roll:":
		return "\U0001F644", false, true
	case ":wink:", ";-)", ";)":
		return "\U0001F609", false, true
	case ":cry:":
		return "\U0001F625", false, true
	case ":eek:", ":-o", ":o":
		return "\U0001F62E", false, true
	case ":lol:":
		return "\U0001F606", false, true
	case ":mad:", ":-x", ":x":
		return "\U0001F621", false, true
	case ":sad:", ":-(", ":(":
		return "\U0001F641", false, true
	case ":!:":
		return "\u2757", false, true
	case ":?:":
		return "\u2753", false, true
	}
	return "", false, false
}

// beginnings are the characters that faces begin with.
const beginnings = ":;8"

// longest is the length of the longest face.
const longest = len(":mrgreen:")
