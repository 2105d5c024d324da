package moving

import (
	"errors"
	"regexp"
	"strings"

	"quoin/internal/domain/theme/php"
)

// defined finds the two constants in a configuration file that the salt is made of.
var defined = regexp.MustCompile(`(?m)^\s*define\s*\(\s*['"](AUTH_KEY|AUTH_SALT)['"]\s*,\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\$]|\\.)*)")\s*\)`)

// escaped are the escapes of texts in single and in double quotes that a salt may have.
var escaped = regexp.MustCompile(`\\([\\'"$])`)

// ErrNoSalt is of a configuration file without the two constants.
var ErrNoSalt = errors.New("it doesn't define AUTH_KEY and AUTH_SALT as texts")

// ReadSalt finds the secret in the text of a configuration file (wp-config.php) that ids of
// persons are made with. The file is read as a text, and nothing of it is run. A file of two
// lines has the values of both constants, for configurations that get them elsewhere.
func ReadSalt(config string) (string, error) {
	if lines := strings.Fields(config); len(lines) == 2 && !strings.HasPrefix(config, "<") {
		return lines[0] + lines[1], nil
	}
	found := map[string]string{}
	for _, m := range defined.FindAllStringSubmatch(config, -1) {
		if _, ok := found[m[1]]; !ok { // the first definition counts
			found[m[1]] = escaped.ReplaceAllString(m[2]+m[3], "$1")
		}
	}
	if found["AUTH_KEY"] == "" || found["AUTH_SALT"] == "" {
		return workedOut(config)
	}
	return found["AUTH_KEY"] + found["AUTH_SALT"], nil
}

// workedOut is the salt of a configuration that makes the two constants otherwise. What the
// file says is worked out without running it.
func workedOut(config string) (string, error) {
	const both = "quoin_both_constants"
	salt, open := "", "\n"
	if strings.LastIndex(config, "?>") > strings.LastIndex(config, "<?php") {
		open = "\n<?php "
	}
	php.Eval("wp-config.php", config+open+"function "+both+"() { return array(AUTH_KEY, AUTH_SALT); }", &php.Host{
		Constants: map[string]any{"ABSPATH": "/"},
		Finish: func(p *php.Program) {
			v, _, _ := p.Call(both)
			list, _ := v.(*php.Array)
			key, _ := list.Get(int64(0))
			other, _ := list.Get(int64(1))
			k, ok := key.(string)
			s, also := other.(string)
			if ok && also && k != "" && s != "" {
				salt = k + s
			}
		},
	})
	if salt == "" {
		return "", ErrNoSalt
	}
	return salt, nil
}
