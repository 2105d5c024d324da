package sqldb

import (
	"encoding/binary"
	"errors"
	"sync"
	"unsafe"

	"modernc.org/libc"
	sqlitelib "modernc.org/sqlite/lib"
)

// SQLite writes each page of a commit to the log by two calls of the system, one for its
// header of 24 bytes. A new entry changes thirty pages. Here the log's writes are put
// together, so that a commit is one call. The bytes, their places and their order are the
// same, and who looks at the file, or waits for the disk, does so behind them: SQLite
// tells others of a commit after the write of its last page has returned, which is when
// all of it is written. What a transaction that was taken back leaves is dropped before
// another can write, whose pages it would overwrite.

// gatheringVFS is the name of the file system that SQLite opens databases by.
const gatheringVFS = "quoin-gathering"

const (
	// frameHeader is the size of what stands before each page in the log. In its second
	// four bytes the frame that ends a commit has the size of the database.
	frameHeader = 24
	// gathered is how many bytes are put together at most. SQLite's own files take no more
	// than 128 KB less one at once.
	gathered = 124 << 10
	// logLock is the place of the lock of who writes to the log.
	logLock = 0
)

// vfs is a file system of SQLite whose logs gather; the rest is that of the system.
type vfs struct {
	sqlitelib.Tsqlite3_vfs
	open  uintptr // of the system
	place uintptr // of a gatheringFile or a mainFile behind the file of the system
}

// mainFile stands behind the system's part of an open database. It is found as a
// gatheringFile is.
type mainFile struct {
	methods sqlitelib.Tsqlite3_io_methods
	system  uintptr // the methods of the system
	log     uintptr // the gatheringFile of its log; 0 while that isn't open
}

// gatheringFile stands behind the system's part of an open log. Its file has the methods
// here, by which it is found again.
type gatheringFile struct {
	methods sqlitelib.Tsqlite3_io_methods
	system  uintptr // the methods of the system
	main    uintptr // the mainFile whose log it is
	buffer  uintptr // 0 until something is written
	at      int64   // where in the file what is gathered belongs
	n       int     // bytes gathered
	end     int64   // of what the transaction wrote; 0 until it has written
	commits bool    // the page that comes next ends a commit
}

// gatherLogs registers the file system once in a process.
var gatherLogs = sync.OnceValue(func() error {
	tls := libc.NewTLS()
	defer tls.Close()
	system := sqlitelib.Xsqlite3_vfs_find(tls, 0)
	if system == 0 {
		return errors.New("sqlite has no file system")
	}
	name, err := libc.CString(gatheringVFS)
	if err != nil {
		return err
	}
	at := libc.Xcalloc(tls, 1, libc.Tsize_t(unsafe.Sizeof(vfs{})))
	if at == 0 {
		return errors.New("out of memory")
	}
	v := (*vfs)(pointer(at))
	v.Tsqlite3_vfs = *(*sqlitelib.Tsqlite3_vfs)(pointer(system))
	v.open, v.place = v.FxOpen, (uintptr(v.FszOsFile)+7)&^7
	v.FpNext, v.FzName = 0, name
	v.FszOsFile = int32(v.place + max(unsafe.Sizeof(gatheringFile{}), unsafe.Sizeof(mainFile{})))
	v.FxOpen = function(openGathering)
	if rc := sqlitelib.Xsqlite3_vfs_register(tls, at, 0); rc != sqlitelib.SQLITE_OK {
		return errors.New("sqlite takes no file system")
	}
	return nil
})

// pointer is where C memory is. It isn't Go's, which never moves nor frees it.
func pointer(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

// function is a Go function as SQLite calls it.
func function(f any) uintptr { return (*[2]uintptr)(unsafe.Pointer(&f))[1] }

// called is a function of SQLite as Go calls it.
func called[F any](f uintptr) F { return *(*F)(unsafe.Pointer(&f)) }

func openGathering(tls *libc.TLS, at, name, file uintptr, flags int32, outFlags uintptr) int32 {
	v := (*vfs)(pointer(at))
	rc := called[func(*libc.TLS, uintptr, uintptr, uintptr, int32, uintptr) int32](v.open)(tls, at, name, file, flags, outFlags)
	opened := (*sqlitelib.Tsqlite3_file)(pointer(file))
	if rc != sqlitelib.SQLITE_OK || opened.FpMethods == 0 {
		return rc
	}
	methods := *(*sqlitelib.Tsqlite3_io_methods)(pointer(opened.FpMethods))
	switch {
	case flags&sqlitelib.SQLITE_OPEN_MAIN_DB != 0 && methods.FxShmLock != 0:
		m := (*mainFile)(pointer(file + v.place))
		*m = mainFile{system: opened.FpMethods, methods: methods}
		m.methods.FxShmLock = function(gatherLock)
		opened.FpMethods = file + v.place
		return rc
	case flags&sqlitelib.SQLITE_OPEN_WAL == 0:
		return rc
	}
	// The log of a database whose lock isn't seen here is written as it comes.
	of := sqlitelib.Xsqlite3_database_file_object(tls, name)
	main := of + v.place
	if of == 0 || (*sqlitelib.Tsqlite3_file)(pointer(of)).FpMethods != main {
		return rc
	}
	(*mainFile)(pointer(main)).log = file + v.place
	g := (*gatheringFile)(pointer(file + v.place))
	*g = gatheringFile{system: opened.FpMethods, methods: methods, main: main}
	g.methods.FxWrite = function(gatherWrite)
	g.methods.FxRead = function(gatherRead)
	g.methods.FxTruncate = function(gatherTruncate)
	g.methods.FxSync = function(gatherSync)
	g.methods.FxFileSize = function(gatherSize)
	g.methods.FxClose = function(gatherClose)
	opened.FpMethods = file + v.place // where the methods are, the first member
	return rc
}

// gatheringOf is what stands behind an open log.
func gatheringOf(file uintptr) (g *gatheringFile, system *sqlitelib.Tsqlite3_io_methods) {
	g = (*gatheringFile)(pointer((*sqlitelib.Tsqlite3_file)(pointer(file)).FpMethods))
	return g, (*sqlitelib.Tsqlite3_io_methods)(pointer(g.system))
}

// flush writes what was gathered.
func (g *gatheringFile) flush(tls *libc.TLS, file uintptr, system *sqlitelib.Tsqlite3_io_methods) int32 {
	if g.n == 0 {
		return sqlitelib.SQLITE_OK
	}
	n := g.n
	g.n = 0 // what couldn't be written isn't tried again: SQLite gives the commit up
	return called[writeFunc](system.FxWrite)(tls, file, g.buffer, int32(n), g.at)
}

type writeFunc = func(tls *libc.TLS, file, data uintptr, n int32, at int64) int32

func gatherWrite(tls *libc.TLS, file, data uintptr, n int32, at int64) int32 {
	g, system := gatheringOf(file)
	// A write to what the transaction has written before isn't put off, since no page that ends
	// a commit need follow: a page that is stored again, the header of a frame whose checksum
	// changes with it, frames after a savepoint that was gone back to.
	appends := g.end == 0 || at == g.end
	if g.n > 0 && (at != g.at+int64(g.n) || g.n+int(n) > gathered) {
		if rc := g.flush(tls, file, system); rc != sqlitelib.SQLITE_OK {
			return rc
		}
	}
	if g.buffer == 0 {
		g.buffer = libc.Xmalloc(tls, gathered)
	}
	g.end = max(g.end, at+int64(n))
	if !appends || g.buffer == 0 || n > gathered {
		return called[writeFunc](system.FxWrite)(tls, file, data, n, at)
	}
	if g.n == 0 {
		g.at = at
	}
	from := unsafe.Slice((*byte)(pointer(data)), int(n))
	copy(unsafe.Slice((*byte)(pointer(g.buffer)), gathered)[g.n:], from)
	g.n += int(n)
	if n == frameHeader {
		g.commits = binary.BigEndian.Uint32(from[4:]) != 0
		return sqlitelib.SQLITE_OK
	}
	if g.commits {
		g.commits = false
		return g.flush(tls, file, system)
	}
	return sqlitelib.SQLITE_OK
}

func gatherRead(tls *libc.TLS, file, data uintptr, n int32, at int64) int32 {
	g, system := gatheringOf(file)
	if rc := g.flush(tls, file, system); rc != sqlitelib.SQLITE_OK {
		return rc
	}
	return called[func(*libc.TLS, uintptr, uintptr, int32, int64) int32](system.FxRead)(tls, file, data, n, at)
}

func gatherTruncate(tls *libc.TLS, file uintptr, size int64) int32 {
	g, system := gatheringOf(file)
	if rc := g.flush(tls, file, system); rc != sqlitelib.SQLITE_OK {
		return rc
	}
	return called[func(*libc.TLS, uintptr, int64) int32](system.FxTruncate)(tls, file, size)
}

func gatherSync(tls *libc.TLS, file uintptr, flags int32) int32 {
	g, system := gatheringOf(file)
	if rc := g.flush(tls, file, system); rc != sqlitelib.SQLITE_OK {
		return rc
	}
	return called[func(*libc.TLS, uintptr, int32) int32](system.FxSync)(tls, file, flags)
}

func gatherSize(tls *libc.TLS, file, size uintptr) int32 {
	g, system := gatheringOf(file)
	if rc := g.flush(tls, file, system); rc != sqlitelib.SQLITE_OK {
		return rc
	}
	return called[func(*libc.TLS, uintptr, uintptr) int32](system.FxFileSize)(tls, file, size)
}

func gatherClose(tls *libc.TLS, file uintptr) int32 {
	g, system := gatheringOf(file)
	written := g.flush(tls, file, system)
	libc.Xfree(tls, g.buffer)
	g.buffer = 0
	(*mainFile)(pointer(g.main)).log = 0
	(*sqlitelib.Tsqlite3_file)(pointer(file)).FpMethods = g.system
	if rc := called[func(*libc.TLS, uintptr) int32](system.FxClose)(tls, file); rc != sqlitelib.SQLITE_OK {
		return rc
	}
	return written
}

// gatherLock is the lock of a database. With that of writing goes what was gathered for a
// transaction that was taken back.
func gatherLock(tls *libc.TLS, file uintptr, offset, n, flags int32) int32 {
	m := (*mainFile)(pointer((*sqlitelib.Tsqlite3_file)(pointer(file)).FpMethods))
	if offset == logLock && flags&sqlitelib.SQLITE_SHM_UNLOCK != 0 && m.log != 0 {
		g := (*gatheringFile)(pointer(m.log))
		g.n, g.end, g.commits = 0, 0, false
	}
	system := (*sqlitelib.Tsqlite3_io_methods)(pointer(m.system))
	return called[func(*libc.TLS, uintptr, int32, int32, int32) int32](system.FxShmLock)(tls, file, offset, n, flags)
}
