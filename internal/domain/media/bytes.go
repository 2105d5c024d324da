package media

import "strconv"

// Bytes is a number of bytes for people, in the largest unit of which there is one, with some
// decimals. Bytes themselves have none.
func Bytes(n int64, decimals int) string {
	units := []string{"B", "KB", "MB", "GB", "TB"}
	v, unit := float64(n), 0
	for v >= 1024 && unit < len(units)-1 {
		v, unit = v/1024, unit+1
	}
	if unit == 0 {
		decimals = 0
	}
	return strconv.FormatFloat(v, 'f', decimals, 64) + " " + units[unit]
}
