package auth

import (
	"fmt"
	"strings"
	"testing"
)

func TestVerifyPassword(t *testing.T) {
	t.Parallel()
	const password = `Käse "1"`
	own, err := HashPassword(t.Context(), " "+password+"\n")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(own, "$argon2id$v=19$m=19456,t=2,p=1$") || NeedsRehash(own) {
		t.Errorf("own hash %s", own)
	}
	if again, _ := HashPassword(t.Context(), password); again == own {
		t.Error("two hashes of a password are equal")
	}
	for _, hash := range []string{
		own,
		"$wp$2y$04$FsewlBqQNxFhuno.Zr/BfeTdSKo4XntANZr.Irkkae1msdLL9vS8q",
		"$2y$04$5YezaYsYUBei4SE/TJTxouVmTvmibXHJa6x.NCMw4TwOuqqDY20hm",
		"$P$A0nUm9aS/5jtov1lBeeJumz8UGB3JC0",
		"2fe4ec8ae6d81b03c53872358c532293",
	} {
		if !fits(t, password, hash) {
			t.Errorf("%s: the password doesn't fit", hash)
		}
		for _, wrong := range []string{"", "Käse", password + "x", strings.ToUpper(password)} {
			if fits(t, wrong, hash) {
				t.Errorf("%s: %q fits", hash, wrong)
			}
		}
		if hash != own && !NeedsRehash(hash) {
			t.Errorf("%s: needs no other hash", hash)
		}
	}
}

func TestVerifyHostileHashes(t *testing.T) {
	t.Parallel()
	for _, hash := range []string{
		"", "x", "$", "$argon2id$", "$argon2id$v=19$m=19456,t=2,p=1$$",
		"$argon2id$v=19$m=4294967295,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"$argon2id$v=19$m=8,t=4294967295,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"$argon2id$v=19$m=8,t=1,p=0$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"$2y$31$5YezaYsYUBei4SE/TJTxouVmTvmibXHJa6x.NCMw4TwOuqqDY20hm", "$2y$", "$wp$2y$10$",
		"$P$S0nUm9aS/5jtov1lBeeJumz8UGB3JC0", "$P$", "$P$A", "$H$~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~", dummyHash,
	} {
		if fits(t, "password", hash) {
			t.Errorf("%q fits", hash)
		}
	}
	if blank, err := HashPassword(t.Context(), " "); err != nil || fits(t, " ", blank) || fits(t, "", blank) {
		t.Error("blanks are a password")
	}
	long := strings.Repeat("x", MaxPassword+1)
	if _, err := HashPassword(t.Context(), long); err == nil {
		t.Error("a password without end was hashed")
	}
}

func TestAppPasswordSecrets(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	digits := map[rune]int{}
	for range 500 {
		secret := NewAppPassword()
		if len(secret) != 24 || secret != plainSecret(secret) || seen[secret] {
			t.Fatalf("secret %q", secret)
		}
		seen[secret] = true
		for _, c := range secret {
			digits[c]++
		}
	}
	if len(digits) != 62 {
		t.Errorf("%d digits are used", len(digits))
	}
	if got := Grouped("abcdEFGH1234abcdEFGH1234"); got != "abcd EFGH 1234 abcd EFGH 1234" {
		t.Errorf("grouped %q", got)
	}
}

func TestPortableEncoding(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"": "", "\x00": "..", "\xff\xff\xff": "zzzz", "\x01\x00\x00": "/..."} {
		if got := encodePortable([]byte(in)); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func FuzzVerifyPassword(f *testing.F) {
	f.Add("p", "$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
	f.Add("p", "$P$A0nUm9aS/5jtov1lBeeJumz8UGB3JC0")
	f.Add("p", "$2y$04$5YezaYsYUBei4SE/TJTxouVmTvmibXHJa6x.NCMw4TwOuqqDY20hm")
	f.Fuzz(func(t *testing.T, password, hash string) {
		// Whatever a hash says, no made up one may let an unknown password in.
		unknown := fmt.Sprintf("%s-%p", password, &password)
		if fits(t, unknown, hash) {
			t.Errorf("%q lets %q in", hash, unknown)
		}
	})
}

// fits tells whether a password belongs to a hash.
func fits(t *testing.T, password, hash string) bool {
	t.Helper()
	right, err := VerifyPassword(t.Context(), password, hash)
	if err != nil {
		t.Fatal(err)
	}
	return right
}
