package imaging

import "fmt"

func (p *Picture) encodeWebP() ([]byte, error) {
	return nil, fmt.Errorf("%w: write %q", ErrUnsupported, p.format)
}
