#!/usr/bin/env bash
# fonts.sh: makes the typefaces of the built-in theme from those that npm packages hold: weights
# 400 to 900, features that its sheet uses, no hinting, the letters of English apart from all
# others, under names of their own as the licence asks. It needs npm, and fonttools with Brotli
# (Debian: fonttools, python3-brotli).
set -euo pipefail
cd "$(dirname "$0")/.."
to=$PWD/internal/domain/theme/quoin/files/assets/fonts
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm install --ignore-scripts --no-audit --no-fund --loglevel=error \
	@fontsource-variable/source-serif-4@5.3.1 @fontsource-variable/source-sans-3@5.3.0 >/dev/null)
${PYTHON:-/usr/bin/python3} - "$work/node_modules/@fontsource-variable" "$to" <<'PY'
import io, os, sys
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

source, target = sys.argv[1:]
features = ["kern", "liga", "pnum", "tnum", "onum", "lnum", "mark", "mkmk", "ccmp", "locl"]
# What English texts have; the small text, names of people too. All else of Latin-1 is a file of
# its own, which pages ask for when they need it.
plain = {*range(0x20, 0x7F), 0xA0, 0xA9, 0xAB, 0xB7, 0xBB, 0x2013, 0x2014, *range(0x2018, 0x201B), *range(0x201C, 0x201F),
         0x2022, 0x2026, 0x2039, 0x203A, 0x20AC, 0x2122, *range(0x2190, 0x2194)}

def make(path, name, to, take):
    font = TTFont(path)
    wanted = subset.Options()
    wanted.layout_features = features
    wanted.hinting = False
    wanted.name_IDs = ["*"]
    cut = subset.Subsetter(wanted)
    cut.populate(unicodes=[u for u in font.getBestCmap() if take(u)])
    cut.subset(font)
    font.flavor = None
    whole = io.BytesIO()
    font.save(whole)
    font = instancer.instantiateVariableFont(TTFont(whole), {"wght": (400, 900)})
    for record in font["name"].names:
        if record.nameID in (1, 3, 4, 6, 16, 25):
            text = record.toUnicode()
            for old in ("Source Serif 4", "Source Sans 3"):
                text = text.replace(old, name).replace(old.replace(" ", ""), name.replace(" ", ""))
            record.string = text
    font.flavor = "woff2"
    font.save(os.path.join(target, to))
    print(to, os.path.getsize(path), "->", os.path.getsize(os.path.join(target, to)))

every = lambda u: True
for package, name, stem, styles, first, scripts in [
    ("source-serif-4", "Quoin Serif", "quoin-serif", ["normal", "italic"], plain, "latin-ext cyrillic cyrillic-ext greek vietnamese"),
    ("source-sans-3", "Quoin Sans", "quoin-sans", ["normal"], {*plain, *range(0xC0, 0x100)}, "latin-ext cyrillic cyrillic-ext greek greek-ext vietnamese"),
]:
    for style in styles:
        end = ".woff2" if style == "normal" else "-italic.woff2"
        at = lambda script: f"{source}/{package}/files/{package}-{script}-wght-{style}.woff2"
        make(at("latin"), name, f"{stem}-latin{end}", first.__contains__)
        make(at("latin"), name, f"{stem}-latin-more{end}", lambda u: u not in first)
        for script in scripts.split():
            make(at(script), name, f"{stem}-{script}{end}", every)
PY
