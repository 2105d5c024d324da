package php_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"quoin/internal/domain/theme/php"
)

// host knows two functions and a file.
func host() *php.Host {
	var callbacks []any
	return &php.Host{
		Finish: func(p *php.Program) {
			for _, c := range callbacks {
				_, out, _ := p.Call(c)
				p.Print(out)
			}
		},
		Functions: map[string]php.Function{
			"__":    func(c *php.Call) any { return c.Arg(0) },
			"esc_e": func(c *php.Call) any { s, _ := c.Text(0); c.Print("<" + s + ">"); return nil },
			"later": func(c *php.Call) any { callbacks = append(callbacks, c.Arg(0)); return nil },
			"function_exists": func(c *php.Call) any {
				s, _ := c.Text(0)
				if yes, maybe := c.Declared(s); yes || maybe {
					return yes
				}
				return php.Unknown{Why: s}
			},
			"wp_get_theme": func(*php.Call) any {
				return &php.Object{Class: "WP_Theme", Methods: map[string]php.Function{"get": func(*php.Call) any { return "1.2" }}}
			},
			"class_named": func(c *php.Call) any { s, _ := c.Text(0); return c.Class(s) },
		},
		Constants: map[string]any{"SCRIPT_DEBUG": false},
		Open: func(path string) (string, bool) {
			if path == "/inc/one.php" {
				return "<?php return array( 'title' => 'One', 'dir' => __DIR__ );", true
			}
			if path == "/inc/two.php" {
				return "<?php namespace N; class Two { const NAME = 'two'; }", true
			}
			return "", false
		},
	}
}

func TestEval(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, source, want string }{
		{"a class tells of itself", `<?php namespace N; interface I {} /** doc */ abstract class A implements I { protected function hid() {} }
class B extends A { public function __construct( public C $c, ?string $s = 'd', int|null $n = null ) {} /** @hook init 5 */ public function On( $x ) { return "on$x"; } public static function s() {} }
class C {}
$r = new \ReflectionClass( B::class ); $c = $r->getConstructor(); $made = array();
foreach ( $c->getParameters() as $p ) { $t = $p->getType(); echo $p->getName() . ':' . $t->getName() . ( $t->isBuiltin() ? '!' : '' ) . ( $p->isDefaultValueAvailable() ? '=' . $p->getDefaultValue() : '' ) . ' '; $made[] = $t->isBuiltin() ? $p->getDefaultValue() : ( new \ReflectionClass( $t->getName() ) )->newInstance(); }
$b = $r->newInstanceArgs( $made ); echo get_class( $b->c ), ' ';
foreach ( $r->getMethods( \ReflectionMethod::IS_PUBLIC ) as $m ) { echo $m->name . $m->getNumberOfParameters() . ( $m->getDocComment() ? 'd' : '' ) . ( $m->isStatic() ? 's' : '' ) . ' '; }
echo ( new \ReflectionMethod( $b, 'on' ) )->invoke( $b, 1 ), ' ', $r->implementsInterface( 'N\I' ) ? 'yes' : 'no', ( new \ReflectionClass( 'N\A' ) )->isInstantiable() ? 'yes' : 'no', $r->getShortName();
try { new \ReflectionClass( 'N\Gone' ); } catch ( \ReflectionException $e ) { echo ' gone'; }`,
			"c:N\\C s:string!=d n:int!= N\\C __construct3 On1d s0s on1 yesnoB gone"},
		{"comparisons of beginnings", `<?php echo strncmp( 'abcd', 'abxx', 2 ), strncasecmp( 'AB', 'abc', 2 ), ord( 'a' ), chr( 98 ), is_a( new stdClass(), 'stdClass' ) ? 'y' : 'n';`, "0097by"},
		{"html alone", "<p>a</p>\n", "<p>a</p>\n"},
		{"line break behind a tag", "a<?php echo 'b' ?>\nc", "abc"},
		{"short echo", "<?= 'a' . 1 . true . null . 1.5 ?>", "a111.5"},
		{"several", "<?php echo 'a', \"b\\n\", 'c\\'';", "ab\nc'"},
		{"comments", "<?php /* a */ // b ?>c<?php # d\n echo 'e'; /** f */", "ce"},
		{"escapes", `<?php echo "\x41\102\u{43}\\\$\"\q";`, `ABC\$"\q`},
		{"variables in strings", `<?php $a = 'x'; $b = array( 'k' => 'y', 2 => 'z' ); echo "$a{$a}$b[k]{$b['k']}$b[2]";`, "xxyyz"},
		{"heredoc", "<?php $a = 'x'; echo <<<EOT\n  <p>$a \"q\"</p>\n    b\n  EOT;\necho '.';", "<p>x \"q\"</p>\n  b."},
		{"nowdoc", "<?php echo <<<'E'\n$a\nE;", "$a"},
		{"printf", `<?php printf( __( 'by %1$s and %s, %05.1f|%-4s|%\'*4d|%%' ), 'A', 2.25, 'x', 7 );`, "by A and A, 002.2|x   |***7|%"},
		{"sprintf", `<?php echo sprintf( '%s<a href="%2$s">', 'a', 'b' );`, `a<a href="b">`},
		{"condition", "<?php $a = 1; if ( $a === 1 && ! false ) : ?>yes<?php elseif ( $a ): ?>no<?php else: ?>no<?php endif; ?>.", "yes."},
		{"else if", "<?php if ( 0 ) { echo 1; } else if ( '0' ) { echo 2; } elseif ( array() ) echo 3; else echo 4;", "4"},
		{"ternary", "<?php echo true ? 'a' : 'b', null ?: 'c', $no ?? 'd';", "acd"},
		{"loop", "<?php foreach ( array( 'a' => 1, 'b' => 2, 'c' => 3 ) as $k => $v ) { if ( $v == 2 ) { continue; } echo $k . $v; if ( 3 === $v ) break; }", "a1c3"},
		{"loop in HTML", "<?php foreach ( [ 'x', 'y' ] as $v ) : ?><i><?= $v ?></i>\n<?php endforeach ?>", "<i>x</i>\n<i>y</i>\n"},
		{"function", "<?php say( 'a' ); function say( $a, $b = 'z' ) { echo $a . $b; return; echo 'no'; }", "az"},
		{"guarded function", "<?php if ( ! function_exists( 'f' ) ) : function f() { return 'x'; } endif; echo f();", "x"},
		{"invoked", "<?php function f() { echo 'later'; } later( 'f' ); later( __NAMESPACE__ . '\\f' ); echo 'now';", "nowlaterlater"},
		{"closures", "<?php $a = 'x'; later( static function () use ( $a ): void { echo $a; } ); $a = 'y'; echo $a;", "yx"},
		{"methods", "<?php echo wp_get_theme( 'a' )->get( 'Version' );", "1.2"},
		{"include", "<?php $p = require __DIR__ . '/inc/one.php'; echo $p['title'] . $p['dir'];", "One/inc"},
		{"arrays", "<?php $a = []; $a[] = 'x'; $a['b']['c'] = 'y'; unset( $a[0] ); echo count( $a ) . $a['b']['c'] . implode( ',', array_merge( [ 1 ], [ 2 ] ) );", "1y1,2"},
		{"copies", "<?php $a = [ 1 ]; $b = $a; $b[] = 2; echo count( $a );", "1"},
		{"isset", "<?php $a = [ 'x' => 1 ]; echo isset( $a['x'] ) && ! isset( $a['y']['z'], $q ) && empty( $a['n'] ) ? 'ok' : 'no';", "ok"},
		{"precedence", "<?php echo 1 + 2 * 3 . 'a' . ( 1 - 1 ), ! true || 2 > 1, 7 % 4, -2;", "7a013-2"},
		{"constants", "<?php $s = SCRIPT_DEBUG ? '' : '.min'; echo 'style' . $s . '.css';", "style.min.css"},
		{"guard at the top", "<?php if ( ! defined( 'X' ) ) { } defined( 'ABSPATH' ) || exit; ?>x", "x"},
		{"return ends the file", "<?php echo 1; return; ?>x", "1"},
		{"exit ends the file", "<?php echo 1; exit; ?>x", "1"},
		{"namespaces", "<?php namespace A\\B; use function C\\f; use D\\{E, F as G}; function x() { return __NAMESPACE__; } echo x(), \\A\\B\\x(), E::class, G::class, H::class;", "A\\BA\\BD\\ED\\FA\\B\\H"},
		{"classes", "<?php abstract class A { const N = 'n'; protected static $made; public $v = array( 'a' ); public static function instance() { if ( null === self::$made ) { self::$made = new static( 'x' ); } return self::$made; } public function __construct( private string $p = '' ) { $this->v[] = $p; } public function get() { return implode( ',', $this->v ) . static::N . self::N . $this->p; } } class B extends A { const N = 'm'; public function get() { return '(' . parent::get() . ')'; } } echo B::instance()->get(), B::instance() === A::instance() ? 1 : 0, B::instance() instanceof A;", "(a,xmnx)11"},
		{"traits", "<?php trait T { public $t = 't'; function hi() { return $this->t . self::class; } } interface I { const C = 'c'; } class X implements I { use T; } $x = new X(); echo $x->hi(), X::C, method_exists( $x, 'hi' ) ? 'y' : 'n';", "tXcy"},
		{"callbacks", "<?php class A { function a() { echo 'a'; } static function b() { echo 'b'; } } later( array( new A(), 'a' ) ); later( [ 'A', 'b' ] ); later( 'A::b' ); later( fn() => print 'c' ); later( strtoupper(...) );", "abbc"},
		{"references", "<?php function add( &$to, $v ) { $to[] = $v; } $a = []; add( $a, 'x' ); array_push( $a, 'y' ); foreach ( $a as &$one ) { $one .= '!'; } $n = 0; $f = function () use ( &$n ) { $n++; }; $f(); $f(); echo implode( ',', $a ), $n, array_shift( $a ), count( $a );", "x!,y!2x!1"},
		{"static and global", "<?php $g = 1; function f() { static $n = 0; global $g; $n++; $g += $n; return $n; } f(); f(); echo f(), $g;", "37"},
		{"loops", "<?php for ( $i = 0; $i < 5; $i++ ) { if ( $i === 3 ) break; echo $i; } while ( $i > 0 ) : $i--; endwhile; do { echo 'd'; } while ( false ); foreach ( [ 1, 2 ] as $a ) { foreach ( [ 3, 4 ] as $b ) { if ( $b === 4 ) continue 2; echo $a . $b; } } echo $i;", "012d13230"},
		{"switch and match", "<?php function f( $x ) { switch ( $x ) { case 1: case 2: $r = 'low'; break; default: $r = 'high'; } return $r . match ( true ) { $x > 1 => '+', default => '-' }; } echo f( 1 ), f( 2 ), f( 9 );", "low-low+high+"},
		{"exceptions", "<?php class E extends Exception {} function f() { throw new E( 'x' ); } try { f(); echo 'no'; } catch ( E $e ) { echo 'caught'; } finally { echo '.'; }", "caught."},
		{"named and many", "<?php function f( $a, $b = 'b', ...$c ) { return $a . $b . count( $c ); } echo f( 'x', 'y', 1, 2 ), f( b: 'z', a: 'w' ), f( ...[ 'p', 'q' ] );", "xy2wz0pq0"},
		{"destructuring", "<?php [ $a, [ , $b ] ] = [ 1, [ 2, 3 ] ]; [ 'k' => $c ] = [ 'k' => 4 ]; list( $d ) = [ 5 ]; foreach ( [ [ 6, 7 ] ] as [ $e, $f ] ) { echo $a, $b, $c, $d, $e, $f; }", "134567"},
		{"autoload", "<?php spl_autoload_register( function ( $c ) { require __DIR__ . '/inc/' . strtolower( str_replace( 'N\\\\', '', $c ) ) . '.php'; } ); echo class_named( 'N\\\\Two' ), N\\Two::NAME;", "1two"},
		{"define", "<?php define( 'A_B', __DIR__ . '/x' ); const C = A_B . 'y'; echo C, constant( 'A_B' );", "/xy/x"},
		{"buffers", "<?php ob_start(); ?>in<?php $x = ob_get_clean(); echo strtoupper( $x ) . 'out';", "INout"},
		{"functions of texts", "<?php echo ucwords( 'a b' ), substr( 'abcdef', 1, -2 ), str_pad( '7', 3, '0', STR_PAD_LEFT ), preg_replace( '/(b)(c)?/i', '<$1>', 'aBc' ), json_encode( json_decode( '{\"a\":[1,\"x\"]}', true ) ), preg_match( '/(\\d+)/', 'a12', $m ), $m[1];", "A Bbcd007a<B>{\"a\":[1,\"x\"]}112"},
		{"functions of arrays", "<?php $a = [ 'b' => 2, 'a' => 1 ]; ksort( $a ); usort( $l = [ 3, 1 ], fn( $x, $y ) => $x <=> $y ); echo implode( ',', array_keys( $a ) ), implode( ',', array_map( fn( $x ) => $x * 2, $a ) ), implode( ',', array_filter( [ 1, 0, 2 ] ) ), implode( ',', array_diff( [ 'x', 'y' ], [ 'x' ] ) ), array_key_exists( 'a', $a ) ? 'y' : 'n', version_compare( '6.10', '6.9-beta', '>=' ) ? 'v' : '-';", "a,b2,41,2yyv"},
		{"numbers and texts", "<?php echo ' b' > 1 ? 'y' : 'n', 'b' > 1 ? 'y' : 'n', '10' > 9 ? 'y' : 'n', fmod( 7.5, 2 ), ctype_xdigit( 'fA0' ) ? 'x' : '-', ctype_digit( '' ) ? 'd' : '-', substr_replace( 'abcdef', 'X', 1, -2 ), substr_replace( 'abc', 'X', -1 ), substr_replace( 'abc', 'X', 1, 0 ), intdiv( 7, 2 );", "nyy1.5x-aXefabXaXbc3"},
		{"no code", "<?xml version='1.0'?>", "<?xml version='1.0'?>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := php.Eval("a.php", c.source, host()); got.Output != c.want {
				t.Errorf("%s\ngives %q, want %q; %v", c.source, got.Output, c.want, got.Problems)
			}
		})
	}
}

// What can't be known is left out, told with its line, and costs nothing else.
func TestProblems(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, source, want string
		problems           string
	}{
		{"unknown function", "a<?php\necho foo( 1 ) . 'b'; ?>c", "ac", "2: nothing is printed for foo()"},
		{"unknown spreads", "<?php $a = bar();\n$b = $a . 'x';\necho $b; echo 'c';", "c", "3: nothing is printed for bar()"},
		{"undecidable", "<?php if ( is_user_logged_in() ) { $a = 1; echo 'x'; } else { echo 'y'; }\necho $a; echo 'z';", "z", "1: the condition can't be decided: is_user_logged_in(); 2: nothing is printed for $a"},
		{"decided by one side", "<?php if ( foo() && false ) echo 1; else echo 2;", "2", ""},
		{"loop", "<?php foreach ( get_posts() as $p ) { echo $p; }\necho 'z';", "z", "1: the loop isn't followed: get_posts()"},
		{"statement that can't be read", "<?php enum A { function b() { return '}'; } }\n$x = function() { return 1; };\necho 'a' 'b';\necho 'z';", "z", "1: can't be read: \"enum\" isn't followed; 3: can't be read: expected \";\", found \"b\""},
		{"while with a colon", "<?php while ( have_posts() ) : ?><p><?php the_title(); endwhile; ?>z", "z", "1: the loop isn't followed: have_posts()"},
		{"broken inside a block", "<?php if ( true ) { echo 'a'; goto x; echo 'c'; }\necho 'z';", "acz", "1: can't be read: \"goto\" isn't followed"},
		{"skipped assignment", "<?php $a = 'x'; goto { $a = f(); }\necho $a;", "", "1: can't be read: \"goto\" isn't followed; 2: nothing is printed for $a"},
		{"call for its effect", "<?php add_something( 'x' );\necho 'z';", "z", "1: left out: add_something()"},
		{"backticks", "<?php echo `ls`;\necho 'z';", "z", "1: can't be read: unexpected the character \"`\""},
		{"no such file", "<?php require 'x.php';\necho 'z';", "z", "1: left out: there is no file \"x.php\""},
		{"string without an end", "a<?php\n echo 'b", "a", "2: can't be read: unexpected a string without an end"},
		{"array printed", "<?php echo array( 1 ) . 'a'; echo [];", "", "1: nothing is printed for an array as a text; 1: nothing is printed for an array"},
		{"brace too many", "<?php } echo 'z';", "z", "1: can't be read: unexpected \"}\""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := php.Eval("a.php", c.source, host())
			var all []string
			for _, p := range got.Problems {
				all = append(all, fmt.Sprintf("%d: %s", p.Line, p.Reason))
			}
			if said := strings.Join(all, "; "); got.Output != c.want || said != c.problems {
				t.Errorf("%s\ngives %q, want %q\nsays %s\nwant %s", c.source, got.Output, c.want, said, c.problems)
			}
		})
	}
}

// Nothing that a file says takes long or much.
func TestBounds(t *testing.T) {
	t.Parallel()
	twenty := strings.Repeat("x", 20)
	for name, source := range map[string]string{
		"brackets":  "<?php echo " + strings.Repeat("(", 100_000) + "1;",
		"blocks":    "<?php " + strings.Repeat("{", 100_000),
		"doubling":  "<?php $a = '" + twenty + "';" + strings.Repeat("$a = $a . $a;", 60) + "echo $a;",
		"arrays":    "<?php $a = [ 1, 2 ];" + strings.Repeat("$a = array_merge( $a, $a );", 60) + "echo 1;",
		"nested":    "<?php $a = 1;" + strings.Repeat("$a = [ $a, $a ];", 2000) + "f( $a ); echo $a == $a;",
		"recursion": "<?php function f() { return f() . f(); } echo f();",
		"loops":     "<?php $a = [" + strings.Repeat("1,", 1000) + "];" + strings.Repeat("foreach ( $a as $b ) ", 50) + "{ }",
		"elvis":     "<?php $a = 0; echo " + strings.Repeat("$a ?: ", 5000) + "1;",
		"compare":   "<?php $a = '" + strings.Repeat("x", 500_000) + "'; $b = $a . ''; $l = [" + strings.Repeat("1,", 1000) + "]; foreach ( $l as $i ) foreach ( $l as $j ) if ( $a == $b ) { }",
		"chain":     "<?php echo 1" + strings.Repeat(" + 1", 90_000) + ";",
		"dots":      "<?php echo 1" + strings.Repeat(" . 1", 90_000) + ";",
		"broken":    "<?php " + strings.Repeat("if ( 1 ) { class ", 20_000),
		"colons":    "<?php " + strings.Repeat("while ( 1 ) : ", 20_000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			got := php.Eval("a.php", source, host())
			if took := time.Since(began); took > 30*time.Second {
				t.Errorf("took %s: %v", took, got.Problems)
			}
		})
	}
}

// TestWorkIsCounted calls functions that go over long texts and arrays so often that it
// takes long, though the calls are few.
func TestWorkIsCounted(t *testing.T) {
	t.Parallel()
	const (
		text  = "$a = 'xxxxxxxxxxxxxxxxxxxx'; for ( $j = 0; $j < 15; $j++ ) $a = $a . $a; "
		array = "$a = array(); for ( $j = 0; $j < 10000; $j++ ) $a[] = 1; "
		often = "for ( $i = 0; $i < 8000; $i++ ) "
	)
	for name, source := range map[string]string{
		"search":    text + often + "strpos( $a, 'y' );",
		"pattern":   text + often + "preg_match( '/y+z/', $a );",
		"digest":    text + often + "md5( $a );",
		"merge":     array + often + "array_merge( $a, array() );",
		"keys":      array + often + "array_keys( $a );",
		"in array":  array + often + "in_array( 2, $a );",
		"map":       array + "for ( $i = 0; $i < 200; $i++ ) array_map( 'strlen', $a );",
		"by method": text + often + "wp_get_theme()->get( $a );",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := php.Eval("a.php", "<?php "+source, host())
			if !strings.Contains(fmt.Sprint(got.Problems), "too many steps") {
				t.Errorf("it went over all of it: %v", got.Problems)
			}
		})
	}
}

func FuzzEval(f *testing.F) {
	for _, s := range []string{
		"<?php if ( ! function_exists( 'f' ) ) : function f( $a = 1 ) { return \"a{$a}\"; } endif; echo f(); ?>\nx",
		"<?php foreach ( array( 'a' => 1 ) as $k => $v ) : ?><?= $k ?><?php endforeach; $a['b'][] = 1 <=> 2; unset( $a['b'][0] );",
		"<?php printf( '%1$05.1f %-4s %% %\\'*4d', 1.5, 'x', 7 ); class A { } while ( 1 ) : endwhile; echo <<<A\n x $y[0]\n A;",
		"<?php $p = require __DIR__ . '/inc/one.php'; echo $p['title'] ?? 'x', -1 ** 2, fn() => 1, new B( 1 ), A::b()->c::D;",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		got := php.Eval("a.php", source, host())
		php.DropUnknown(got.Value)
		if len(got.Output) > 8<<20 || len(got.Problems) > 200 {
			t.Errorf("%d bytes, %d problems", len(got.Output), len(got.Problems))
		}
	})
}
