package netlimit

import (
	"net"

	"golang.org/x/sys/unix"
)

// waiting is how many connections the system has taken that nobody has accepted.
func waiting(l *net.TCPListener) int {
	raw, err := l.SyscallConn()
	if err != nil {
		return 0
	}
	n := 0
	_ = raw.Control(func(fd uintptr) {
		// Of a listener the kernel tells the length of its queue there (tcp_get_info).
		if info, err := unix.GetsockoptTCPInfo(int(fd), unix.IPPROTO_TCP, unix.TCP_INFO); err == nil { // #nosec G115 -- a descriptor
			n = int(info.Unacked)
		}
	})
	return n
}
