package api

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"html"
	"regexp"
	"testing"
)

// passkey is one that a device without a screen keeps: it answers what the pages
// ask of browsers.
type passkey struct {
	t      *testing.T
	id     []byte
	key    *ecdsa.PrivateKey
	handle string // of its owner, as the site said
}

func newPasskey(t *testing.T) *passkey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	id := make([]byte, 16)
	_, _ = rand.Read(id)
	return &passkey{t: t, id: id, key: key}
}

// asked are the options in the form of a page that wants a passkey shown or made.
func (k *passkey) asked(page answer, what string) map[string]any {
	k.t.Helper()
	m := regexp.MustCompile(`data-passkey="` + what + `" data-options="([^"]*)"`).FindSubmatch(page.body)
	if m == nil {
		k.t.Fatalf("no passkey is asked for: %d %s", page.status, page.body)
	}
	var options map[string]any
	if err := json.Unmarshal([]byte(html.UnescapeString(string(m[1]))), &options); err != nil {
		k.t.Fatal(err)
	}
	return options
}

var raw64 = base64.RawURLEncoding

// client is what a browser says of a ceremony.
func (k *passkey) client(kind string, options map[string]any) []byte {
	k.t.Helper()
	text, err := json.Marshal(map[string]any{"type": kind, "challenge": options["challenge"], "origin": "http://example.org", "crossOrigin": false})
	if err != nil {
		k.t.Fatal(err)
	}
	return text
}

// data is what the device says: for which site, that its user was there and was
// checked, and no count.
func (k *passkey) data(flags byte) []byte {
	site := sha256.Sum256([]byte("example.org"))
	return append(site[:], flags|0x05, 0, 0, 0, 0)
}

func (k *passkey) credential(response map[string]any) string {
	k.t.Helper()
	id := raw64.EncodeToString(k.id)
	text, err := json.Marshal(map[string]any{"id": id, "rawId": id, "type": "public-key", "response": response})
	if err != nil {
		k.t.Fatal(err)
	}
	return string(text)
}

// made answers a page that asks for a new passkey.
func (k *passkey) made(page answer) string {
	k.t.Helper()
	options := k.asked(page, "make")
	owner, _ := options["user"].(map[string]any)
	k.handle, _ = owner["id"].(string)
	data := append(k.data(0x40), make([]byte, 16)...)
	data = append(binary.BigEndian.AppendUint16(data, uint16(len(k.id))), k.id...)
	point, err := k.key.PublicKey.Bytes()
	if err != nil {
		k.t.Fatal(err)
	}
	// A key of COSE: two numbers on the curve P-256, for ES256.
	data = append(append(data, 0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20), point[1:33]...)
	data = append(append(data, 0x22, 0x58, 0x20), point[33:]...)
	object := append([]byte("\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59"), byte(len(data)>>8), byte(len(data)))
	return k.credential(map[string]any{
		"clientDataJSON":    raw64.EncodeToString(k.client("webauthn.create", options)),
		"attestationObject": raw64.EncodeToString(append(object, data...)),
	})
}

// assertion answers a page that asks for the passkey.
func (k *passkey) assertion(page answer) string {
	k.t.Helper()
	client, data := k.client("webauthn.get", k.asked(page, "show")), k.data(0)
	said := sha256.Sum256(client)
	sum := sha256.Sum256(append(data[:len(data):len(data)], said[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, k.key, sum[:])
	if err != nil {
		k.t.Fatal(err)
	}
	return k.credential(map[string]any{
		"clientDataJSON": raw64.EncodeToString(client), "authenticatorData": raw64.EncodeToString(data),
		"signature": raw64.EncodeToString(signature), "userHandle": k.handle,
	})
}

// passkeyState is what a form gives back beside the answer.
func passkeyState(page answer) string {
	m := regexp.MustCompile(`name="passkey_state" value="([^"]*)"`).FindSubmatch(page.body)
	if m == nil {
		return ""
	}
	return html.UnescapeString(string(m[1]))
}
