package live

import (
	"testing"
	"time"
)

// Moments are read in the forms that owners choose.
func TestParseMoment(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"F j, Y g:i a", "March 4, 2024 5:06 pm", "2024-03-04 17:06:00"},
		{"jS M y H:i:s", "22nd Aug 21 07:08:09", "2021-08-22 07:08:09"},
		{`Y-m-d \a\t G:i`, "2024-03-04 at 9:05", "2024-03-04 09:05:00"},
		{"d/m/Y", "04/03/2024", "2024-03-04 00:00:00"},
		{"F j, Y", "4. marts 2024", ""},
	} {
		got, err := parseMoment(c[0], c[1])
		if (err != nil) != (c[2] == "") || err == nil && got.Format(time.DateTime) != c[2] {
			t.Errorf("%s in the form %s: %v %v", c[1], c[0], got, err)
		}
	}
}
