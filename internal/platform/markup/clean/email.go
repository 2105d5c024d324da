package clean

import "strings"

// emailMarks are what the part before "@" holds besides letters and digits.
const emailMarks = "!#$%&'*+/=?^_`{|}~.-"

func emailLocal(c byte) bool { return isWord(c) || strings.IndexByte(emailMarks, c) >= 0 }
func hostByte(c byte) bool   { return isWord(c) || c == '-' }

// splitEmail cuts at the first "@". It fails for what is too short for an
// address and for a text with no "@" behind its first byte.
func splitEmail(s string) (local, domain string, ok bool) {
	if len(s) < 6 || !strings.Contains(s[1:], "@") {
		return "", "", false
	}
	local, domain, _ = strings.Cut(s, "@")
	return local, domain, true
}

// Email drops what an address cannot hold and gives "" when no address is
// left. The result need not pass IsEmail.
func Email(s string) string {
	local, domain, ok := splitEmail(s)
	if !ok {
		return ""
	}
	local = keep(local, emailLocal)
	domain = strings.Trim(dropDotRuns(domain), space+".")
	if local == "" {
		return ""
	}
	var labels []string
	for _, l := range strings.Split(domain, ".") {
		if l = keep(strings.Trim(l, space+"-"), hostByte); l != "" {
			labels = append(labels, l)
		}
	}
	if len(labels) < 2 {
		return ""
	}
	return local + "@" + strings.Join(labels, ".")
}

// dropDotRuns removes two or more dots in a row altogether.
func dropDotRuns(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		end := i
		for end < len(s) && s[end] == '.' {
			end++
		}
		if end-i < 2 {
			end = i + 1
			b.WriteByte(s[i])
		}
		i = end
	}
	return b.String()
}

// IsEmail reports whether s is an address as it stands: a plain local part
// and a host of at least two labels.
func IsEmail(s string) bool {
	local, domain, ok := splitEmail(s)
	if !ok || local == "" || keep(local, emailLocal) != local || strings.Contains(domain, "..") {
		return false
	}
	labels := strings.Split(domain, ".")
	for _, l := range labels {
		if l == "" || strings.Trim(l, "-") != l || keep(l, hostByte) != l {
			return false
		}
	}
	return len(labels) >= 2
}
