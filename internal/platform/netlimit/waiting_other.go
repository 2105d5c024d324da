//go:build !linux

package netlimit

import "net"

// waiting isn't known here.
func waiting(*net.TCPListener) int { return 0 }
