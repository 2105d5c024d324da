package dump

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// heard keeps what a dump holds, a line for each table and row.
type heard struct{ lines []string }

func (h *heard) Table(t Table) error {
	line := t.Name + ":"
	for _, c := range t.Columns {
		line += " " + c.Name
		if c.Whole {
			line += "#"
		}
	}
	h.lines = append(h.lines, line)
	return nil
}

func (h *heard) Drop(table string) error {
	h.lines = append(h.lines, "- "+table)
	return nil
}

func (h *heard) Row(table string, columns []string, values []any) error {
	line := table
	for i, c := range columns {
		line += fmt.Sprintf(" %s=%#v", c, values[i])
	}
	h.lines = append(h.lines, line)
	return nil
}

// What the three programs write is read alike, however the file comes.
func TestProgramsAreRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		dump string
		want []string
	}{
		"mysqldump": {
			"-- MySQL dump 10.13  Distrib 8.0.36\n--\n-- Host: localhost\n/*!40101 SET NAMES utf8mb4 */;\n/*!50503 SET character_set_client = utf8mb4 */;\n" +
				"DROP TABLE IF EXISTS `wp_a`;\nCREATE TABLE `wp_a` (\n  `ID` bigint(20) unsigned NOT NULL AUTO_INCREMENT,\n  `text` longtext COLLATE utf8mb4_unicode_ci,\n" +
				"  `kind` enum('a,b','c)') DEFAULT 'a,b' COMMENT 'it''s (odd',\n  `size` decimal(10,2) DEFAULT NULL,\n  PRIMARY KEY (`ID`),\n  KEY `text` (`text`(191))\n" +
				") ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COMMENT='x;y';\nLOCK TABLES `wp_a` WRITE;\n/*!40000 ALTER TABLE `wp_a` DISABLE KEYS */;\n" +
				`INSERT INTO ` + "`wp_a`" + ` VALUES (1,'it\'s; "so" -- \\ a\nb\0\Z\%','a,b',1.50),(2,NULL,'c)',-3),(3,'','',00007);` + "\n" +
				"INSERT INTO `wp_a` VALUES (4,_binary 'é\\'',0x4142,1e3);\nUNLOCK TABLES;\n" +
				"DELIMITER ;;\n/*!50003 CREATE*/ /*!50017 DEFINER=`r`@`l`*/ /*!50003 TRIGGER t BEFORE INSERT ON wp_a FOR EACH ROW BEGIN INSERT INTO nothing VALUES (1); END */;;\nDELIMITER ;\n" +
				"/*!50001 CREATE VIEW `v` AS SELECT 1 AS `a`*/;\n-- Dump completed on 2026-01-02  3:04:05\n",
			[]string{
				"wp_a: ID# text kind size", `wp_a ID=1 text="it's; \"so\" -- \\ a\nb\x00\x1a\\%" kind="a,b" size="1.50"`, `wp_a ID=2 text=<nil> kind="c)" size=-3`,
				`wp_a ID=3 text="" kind="" size=7`, `wp_a ID=4 text="é'" kind="AB" size="1e3"`,
			},
		},
		"mariadb-dump": {
			"/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19\n/*!40101 SET NAMES utf8mb4 */;\nCREATE TABLE IF NOT EXISTS `old`.`b` (`k` int(11), `v` text);\n" +
				"REPLACE INTO `b` VALUES\n(1,'x'),\n(2,'y');\n-- Dump completed\n",
			[]string{"b: k# v", `b k=1 v="x"`, `b k=2 v="y"`},
		},
		"mysqldump in the mode ANSI": {
			"-- MySQL dump 10.19\n/*!40101 SET NAMES utf8mb4 */;\n/*!40101 SET SQL_MODE='NO_AUTO_VALUE_ON_ZERO,ANSI' */;\nDROP TABLE IF EXISTS \"b\";\n" +
				"CREATE TABLE \"b\" (\n  \"k\" int(11) NOT NULL,\n  \"v\" text DEFAULT NULL CHECK (json_valid(\"v\")),\n  \"key\" text,\n  PRIMARY KEY (\"k\"),\n  KEY \"v\" (\"v\"(9))\n);\n" +
				"INSERT INTO \"b\" VALUES (1,'\"it\"''s','');\nINSERT INTO \"b\" (\"k\", \"v\") VALUES (2,'y');\n-- Dump completed\n",
			[]string{"b: k# v key", `b k=1 v="\"it\"'s" key=""`, `b k=2 v="y"`},
		},
		"phpMyAdmin": {
			"-- phpMyAdmin SQL Dump\n-- version 5.2.1\nSET SQL_MODE = \"NO_AUTO_VALUE_ON_ZERO\";\nSTART TRANSACTION;\nSET time_zone = \"+00:00\";\n" +
				"/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;\n/*!40101 SET NAMES utf8mb4 */;\n\n--\n-- Table structure for table `b`\n--\n\n" +
				"CREATE TABLE `b` (\n  `k` int(11) NOT NULL,\n  `v` text NOT NULL,\n  `w` text GENERATED ALWAYS AS (concat(`v`,', ')) STORED\n) ENGINE=InnoDB;\n\n" +
				"INSERT INTO `b` (`k`, `v`) VALUES\n(1, 'it''s'),\n(2, 'O:3:\\\"x\\\"');\n\nALTER TABLE `b`\n  ADD PRIMARY KEY (`k`);\nCOMMIT;\n" +
				"DELIMITER $$\nCREATE PROCEDURE p () BEGIN SELECT ';'; END$$\nDELIMITER ;\n",
			[]string{"b: k# v w", `b k=1 v="it's"`, `b k=2 v="O:3:\"x\""`},
		},
	} {
		packed := func(dump string) io.Reader {
			var z bytes.Buffer
			w := gzip.NewWriter(&z)
			if _, err := io.WriteString(w, dump); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			return &z
		}
		for way, in := range map[string]io.Reader{
			"whole": strings.NewReader(c.dump), "in bytes": iotest.OneByteReader(strings.NewReader(c.dump)), "gzip": packed(c.dump),
			"with a mark": strings.NewReader("\ufeff" + c.dump), "with a mark in gzip": packed("\ufeff" + c.dump),
			"with the ends of lines of Windows": strings.NewReader(strings.ReplaceAll(c.dump, "\n", "\r\n")),
		} {
			var h heard
			if _, err := Read(t.Context(), in, "", &h); err != nil {
				t.Errorf("%s, %s: %v", name, way, err)
			}
			if d := cmp.Diff(c.want, h.lines); d != "" {
				t.Errorf("%s, %s: %s", name, way, d)
			}
		}
	}
}

// A token is read whole wherever a window of the file ends.
func TestTokensAreWholeAtEveryWindow(t *testing.T) {
	t.Parallel()
	const row = `(1,'a\'b''c -- /* x */ ;\\'),(-22,0x4142);` + "\n"
	for pad := range len(row) + 2 {
		text := "CREATE TABLE a (b int, c text);\n--" + strings.Repeat(" ", firstWindow-pad-40) + "\nINSERT INTO a VALUES " + row
		var h heard
		if _, err := Read(t.Context(), strings.NewReader(text), "", &h); err != nil {
			t.Fatal(pad, err)
		}
		if d := cmp.Diff([]string{"a: b# c", `a b=1 c="a'b'c -- /* x */ ;\\"`, `a b=-22 c="AB"`}, h.lines); d != "" {
			t.Fatal(pad, d)
		}
	}
}

// What is damaged, cut off or made to harm is refused with the line of it.
func TestDamagedDumpsAreRefused(t *testing.T) {
	t.Parallel()
	const a = "CREATE TABLE a (b int);\n"
	for name, c := range map[string]struct {
		dump string
		want string
	}{
		"empty":                {"", "line 1: the file makes no table"},
		"no dump":              {"\n'text'", "line 2: this is no dump"},
		"an archive":           {"PK\x03\x04", "line 1: the file is a ZIP archive"},
		"UTF-16":               {"\xff\xfe-\x00", "line 1: the file is in UTF-16"},
		"no gzip":              {"\x1f\x8bxxxxxxxxxxxx", "line 1: the file can't be unpacked"},
		"cut in a text":        {a + "INSERT INTO a VALUES\n('x", "line 3: the file ends in the midst"},
		"cut after escape":     {a + `INSERT INTO a VALUES ('x\'`, "line 2: the row of a goes on with the end of the file"},
		"cut in comment":       {a + "/* x", "line 2: the file ends in the midst"},
		"cut in statement":     {a + "ALTER TABLE a", "line 2: the file ends in the midst of a statement"},
		"cut in columns":       {"CREATE TABLE a (b int", "line 1: the columns of a don't end"},
		"cut in triggers":      {a + "DELIMITER ;;\nx", "line 2: DELIMITER"},
		"cut between":          {"-- MySQL dump 10.13\n" + a, "line 3: the line with which a dump ends"},
		"cut in a transaction": {"START TRANSACTION;\n" + a + "INSERT INTO a VALUES (1);\n", "line 4: the transaction in the file has no end"},
		"a zero byte":          {a + "INSERT INTO a VALUES ('\n\x00');", "line 3: there is a byte"},
		"few values":           {"CREATE TABLE a (b int, c int);\nINSERT INTO a VALUES (1,2),\n(1);", "line 3: a row of a has fewer"},
		"many values":          {a + "INSERT INTO a VALUES (1,2);", "line 2: a row of a has more"},
		"unknown table":        {a + "INSERT INTO c VALUES (1);", "line 2: rows of the table c"},
		"unknown column":       {a + "INSERT INTO a (c) VALUES (1);", "line 2: the table a has no column c"},
		"column twice":         {"CREATE TABLE a (b int,\n`B` int);", "line 2: the table a has the column B twice"},
		"table twice":          {a + "CREATE TABLE `A` (b int);", "line 2: the table A is made a second time"},
		"own table":            {"CREATE TABLE sqlite_master (b int);", "line 1: a table can't have the name"},
		"a quote in names":     {"CREATE TABLE `a``b` (b int);", "line 1: "},
		"structure alone":      {a, "line 2: the file makes tables and has no rows"},
		"later changes":        {a + "INSERT INTO a (b) VALUES (1);\nUPDATE a SET b = 2;", "line 3: rows of the table a are changed or removed"},
		"removed rows":         {a + "INSERT INTO a (b) VALUES (1);\nDELETE FROM `a` WHERE b = 1;", "line 3: rows of the table a are changed or removed"},
		"an emptied table":     {a + "INSERT INTO a (b) VALUES (1);\nTRUNCATE a;", "line 3: rows of the table a are changed or removed"},
		"a table that goes":    {a + "INSERT INTO a (b) VALUES (1);\nDROP TABLE `a`;", "line 3: rows of the table a are changed or removed"},
		"changes of rows":      {a + "UPDATE `a` SET `b` = 1 WHERE `a`.`b` = 1;", "line 2: rows of the table a come with UPDATE"},
		"left columns out":     {"CREATE TABLE \"a\" ;\n\nINSERT INTO `a` (`b`) VALUES (1);", "line 1: the table a is made without columns"},
		"CSV":                  {"\"meta_id\",\"post_id\"\n\"1\",\"2\"\n", "line 1: this is no dump"},
		"a page":               {"<!DOCTYPE html>\n<html>", "line 1: this is no dump"},
		"other words":          {"using System;\nusing System.Collections;\n", "line 1: this is no dump"},
		"no columns":           {"CREATE TABLE a (KEY x (b));", "line 1: the table a has no columns"},
		"a query":              {a + "INSERT INTO a SELECT * FROM c;", "line 2: VALUES was expected"},
		"an expression":        {a + "INSERT INTO a VALUES (SLEEP(9));", "line 2: a value was expected"},
		"odd digits":           {a + "INSERT INTO a VALUES (0x123);", "line 2: 0x has to"},
		"spaced names":         {"CREATE TABLE a (b int); INSERT INTO `x` . `a` VALUES (1);", "line 1: a name is written with spaces"},
	} {
		_, err := Read(t.Context(), strings.NewReader(c.dump), "", &heard{})
		var bad *Error
		if !errors.As(err, &bad) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// A compressed dump that was cut off is refused, wherever that was: also where the text is whole
// and only the checksum or the length is missing.
func TestCutCompressedDumpsAreRefused(t *testing.T) {
	t.Parallel()
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	if _, err := io.WriteString(w, "CREATE TABLE a (b int);\nINSERT INTO a VALUES (1);\n"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for n := 2; n < z.Len(); n++ {
		var bad *Error
		if _, err := Read(t.Context(), bytes.NewReader(z.Bytes()[:n]), "", &heard{}); !errors.As(err, &bad) {
			t.Errorf("%d of %d bytes: %v", n, z.Len(), err)
		}
	}
	if _, err := Read(t.Context(), &z, "", &heard{}); err != nil {
		t.Error(err)
	}
}

// Endless values, rows and columns are refused before memory holds them.
func TestEndlessDumpsAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		begin, again string
		most         int64 // bytes that may be read
	}{
		"a text":    {"CREATE TABLE a (b int);\nINSERT INTO a VALUES ('", "x", 4 * maxValue},
		"a comment": {"/*", "x", 4 * maxValue},
		"spaces":    {"", " ", 4 * maxValue},
		"columns":   {"CREATE TABLE a (", "b? int,", 1 << 20},
		"values":    {"CREATE TABLE a (b int);\nINSERT INTO a VALUES (", "1,", 1 << 20},
		"a trigger": {"CREATE TABLE a (b int);\nDELIMITER ;;\n", "x", 4 * maxValue},
	} {
		in := &endless{begin: c.begin, again: c.again}
		_, err := Read(t.Context(), in, "", &heard{})
		var bad *Error
		if !errors.As(err, &bad) {
			t.Errorf("%s: %v", name, err)
		}
		if in.given > c.most {
			t.Errorf("%s: %d bytes were read", name, in.given)
		}
	}
}

// endless gives a beginning, then something again and again, ? being a number.
type endless struct {
	begin, again string
	rest         string
	given        int64
	n            int
}

func (e *endless) Read(p []byte) (int, error) {
	for len(e.rest) < len(p) {
		if e.begin != "" {
			e.rest, e.begin = e.begin, ""
			continue
		}
		if !strings.Contains(e.again, "?") {
			e.rest += strings.Repeat(e.again, len(p))
			continue
		}
		e.n++
		e.rest += strings.ReplaceAll(e.again, "?", fmt.Sprint(e.n))
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	e.given += int64(n)
	return n, nil
}

// A dump in Latin-1 may have letters of it, and UTF-8 that was kept in its columns.
func TestLatin1IsSaid(t *testing.T) {
	t.Parallel()
	var h heard
	summary, err := Read(t.Context(), strings.NewReader("/*!40101 SET NAMES latin1 */;\nCREATE TABLE a (b text);\n"+
		"INSERT INTO a VALUES ('caf\xe9 \x80'),('café'),('plain'),(_binary 'caf\xe9');"), "", &h)
	if err != nil {
		t.Fatal(err)
	}
	want := Summary{Latin1: true, FromLatin1: 1, AlreadyUTF8: 1, Turned: []string{"a café € b"}, Kept: []string{"a café b"}}
	if d := cmp.Diff(want, summary); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"a: b", `a b="café €"`, `a b="café"`, `a b="plain"`, `a b="caf\xe9"`}, h.lines); d != "" {
		t.Error(d)
	}
}

// What the letters of a dump in Latin-1 were taken for is told of by row and column, of the first few.
func TestTextsInLatin1AreNamed(t *testing.T) {
	t.Parallel()
	text := "/*!40101 SET NAMES latin1 */;\nCREATE TABLE a (id int, b text, c text);\nINSERT INTO a (id, c, b) VALUES (7,'é','\xe9')"
	for i := range 2 * maxSaid {
		text += fmt.Sprintf(",(%d,'x','\xe9')", 10+i)
	}
	summary, err := Read(t.Context(), strings.NewReader(text+";"), "", &heard{})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"a 7 c"}, summary.Kept); d != "" {
		t.Error(d)
	}
	if len(summary.Turned) != maxSaid || summary.Turned[0] != "a 7 b" || summary.Turned[1] != "a 10 b" || summary.FromLatin1 != 2*maxSaid+1 {
		t.Errorf("%d %v", summary.FromLatin1, summary.Turned)
	}
}

// A dump of more databases than one is read of the one that is asked for; those of the server
// itself don't count.
func TestOneDatabaseIsTaken(t *testing.T) {
	t.Parallel()
	const server = "CREATE DATABASE /*!32312 IF NOT EXISTS*/ `mysql`;\nUSE `mysql`;\nCREATE TABLE db (a int);\nINSERT INTO db VALUES (1);\n"
	const blog = "CREATE DATABASE `blog`;\nUSE `blog`;\nCREATE TABLE a (b int);\nINSERT INTO a VALUES (2);\n"
	const shop = "USE shop;\nDROP TABLE IF EXISTS a;\nCREATE TABLE a (c text);\nINSERT INTO a (c) VALUES ('x');\n"
	const edited = shop + "UPDATE a SET c = 'y';\n" // what isn't taken may be anything
	for name, c := range map[string]struct {
		dump, database string
		want           []string
		refused        string
	}{
		"the only one":         {server + blog, "", []string{"a: b#", "a b=2"}, ""},
		"the first":            {blog + edited, "blog", []string{"a: b#", "a b=2"}, ""},
		"another":              {blog + server + shop, "shop", []string{"a: c", `a c="x"`}, ""},
		"begun twice":          {blog + edited + "USE `blog`;\nINSERT INTO a VALUES (3);\n", "blog", []string{"a: b#", "a b=2", "a b=3"}, ""},
		"not said":             {blog + edited, "", nil, "line 10: the file has more than one database: say which with --database, one of blog, shop"},
		"none of the name":     {blog + edited, "news", nil, "line 10: the file makes no table in a database news: it has blog, shop"},
		"none that has a name": {"CREATE TABLE a (b int);", "blog", nil, "line 1: the file doesn't say of which database it is"},
	} {
		var h heard
		_, err := Read(t.Context(), strings.NewReader(c.dump), c.database, &h)
		if c.refused != "" {
			if err == nil || !strings.HasPrefix(err.Error(), c.refused) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if d := cmp.Diff(c.want, h.lines); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// What phpMyAdmin can be asked to write beside its usual form is read, too.
func TestFormsOfPHPMyAdminAreRead(t *testing.T) {
	t.Parallel()
	const table = "CREATE TABLE `b` (\n  `k` int(11) NOT NULL,\n  `v` text DEFAULT NULL,\n  `w` varchar(80) GENERATED ALWAYS AS (concat(`v`,', ;')) STORED,\n  `x` int(11) AS (`k` + 1)\n) ;\n"
	for name, c := range map[string]struct {
		dump string
		want []string
	}{
		"without names of columns": {table + "INSERT INTO `b` VALUES\n(1, 'x'),\n(2, NULL);\n", []string{"b: k# v w x#", `b k=1 v="x"`, `b k=2 v=<nil>`}},
		"with made values":         {table + "INSERT INTO `b` VALUES (1, 'x', 'x, ;', 2);\n", []string{"b: k# v w x#", `b k=1 v="x" w="x, ;" x=2`}},
		"without quotes":           {"CREATE DATABASE IF NOT EXISTS old DEFAULT CHARACTER SET utf8mb4;\nUSE old;\nDROP TABLE IF EXISTS b;\nCREATE TABLE IF NOT EXISTS b (\n  k int(11) NOT NULL\n) ENGINE=InnoDB;\n\nTRUNCATE TABLE b;\nINSERT DELAYED IGNORE INTO b (k) VALUES (1);\n", []string{"b: k#", "b k=1"}},
		"a table for a view": {"CREATE TABLE a (k int);\nINSERT INTO a VALUES (1);\n-- Stand-in structure for view `v`\nCREATE TABLE `v` (\n`k` int\n,`t` text\n);\nDROP TABLE IF EXISTS `v`;\n\n" +
			"CREATE ALGORITHM=UNDEFINED DEFINER=`r`@`l` SQL SECURITY DEFINER VIEW `v`  AS SELECT `a`.`k` AS `k` FROM `a` WHERE `k` <> ';' ;\n", []string{"a: k#", "a k=1", "v: k# t", "- v"}},
	} {
		var h heard
		if _, err := Read(t.Context(), strings.NewReader(c.dump), "", &h); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if d := cmp.Diff(c.want, h.lines); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("CREATE TABLE a (b int, `c` text);\nINSERT INTO a VALUES (1,'x'),(2,NULL);")
	f.Add("/*!40101 SET NAMES latin1 */; DELIMITER ;;\nx\nDELIMITER ;\nINSERT INTO `a`.`b` (c) VALUES (0x12);")
	f.Fuzz(func(t *testing.T, text string) {
		_, err := Read(t.Context(), strings.NewReader(text), "", &heard{})
		var bad *Error
		if err != nil && !errors.As(err, &bad) {
			t.Errorf("%v is no *Error", err)
		}
		if bad != nil && bad.Line > strings.Count(text, "\n")+1 {
			t.Errorf("line %d of %d", bad.Line, strings.Count(text, "\n")+1)
		}
	})
}
