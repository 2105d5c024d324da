package moving

import (
	"errors"
	"testing"

	"quoin/internal/domain/user"
)

// The salt is found as PHP reads the file; of two definitions the first counts.
func TestReadSalt(t *testing.T) {
	t.Parallel()
	for config, want := range map[string]string{
		"<?php\ndefine('AUTH_KEY', 'a\\'b');\n  define( \"AUTH_SALT\" , \"c\\\"d\" );\ndefine('AUTH_KEY','z');":                                             "a'bc\"d",
		"// define('AUTH_KEY', 'x');\ndefine('AUTH_KEY', 'k1');define('AUTH_SALT', 'nothing: not at the beginning of a line');\ndefine('AUTH_SALT', 'k2');": "k1k2",
		"k1\nk2\n": "k1k2",
		"<?php\nforeach (array('AUTH_KEY', 'AUTH_SALT') as $k) define($k, md5($k.'x'));\nrequire_once ABSPATH.'wp-settings.php';": "17a6bb9fa735f9a95691a6ba7223a886262b30801c0bcbf6404b55c192b305eb",
		"<?php $a = 'k'; define('AUTH_KEY', $a . '1'); ?>\n<?php define('AUTH_SALT', 's'); ?>\n":                                  "k1s",
		"define('AUTH_KEY', getenv('KEY'));\ndefine('AUTH_SALT', 's');":                                                           "",
	} {
		got, err := ReadSalt(config)
		if got != want || (want == "") != errors.Is(err, ErrNoSalt) {
			t.Errorf("%s: %q %v", config, got, err)
		}
	}
	// As a site of the reference has it whose keys are these.
	if got := personKey("ee3b0169cb18c3c47e019590bf0933bd648335a5f90c7657bfef59df87dd9ca7", &user.User{ID: 1, Login: "admin"}); got != "3c58fa6826ea35fc993c49c60427a1aa" {
		t.Error(got)
	}
}
