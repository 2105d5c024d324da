// How hard it is to guess a password: what programs that guess would try first counts as little.

// What people choose most, in small letters, and what stands beside each other on keyboards.
const known = /pass(word|wort)?|letmein|welcome|admin|login|monkey|dragon|master|football|baseball|sunshine|princess|iloveyou|trustno|shadow|superman|batman|hello|secret|freedom|whatever|starwars|michael|jordan|hunter|summer|winter|qwert[yz]|wordpress|quoin|(19|20)\d\d/g;
const rows = ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "qwertzuiop", "asdfghjkl", "zxcvbnm"];
const signsFor = { "@": "a", 4: "a", 3: "e", 1: "i", 0: "o", $: "s", 5: "s", 7: "t" };
const perSign = Math.log2(10), perBeside = 0.3 * perSign, perWord = 7, perOwn = 2;

const beside = (a, b) => a === b || rows.some((row) => row.includes(a) && row.includes(b) && Math.abs(row.indexOf(a) - row.indexOf(b)) === 1);

// bits tells about how many questions with yes or no a guess needs. "own" are words that others know of the person.
export function bits(password, own = []) {
	let rest = password.toLowerCase(), guessed = 0;
	for (const word of own.map((text) => text.toLowerCase())) {
		if (word.length < 3 || !rest.includes(word)) continue;
		rest = rest.replace(word, "");
		guessed += perOwn;
	}
	const rarer = rest.replace(known, () => { guessed += perWord; return ""; });
	// Signs that stand for letters, such as 0 for o, hide a word from nobody.
	let from = 0, left = "";
	const plain = [...rarer].map((sign) => signsFor[sign] ?? sign).join("");
	for (const found of plain.matchAll(known)) {
		left += rarer.slice(from, found.index);
		from = found.index + found[0].length;
		guessed += perWord + 2;
	}
	left += rarer.slice(from);
	return [...left].reduce((sum, sign, i, all) => sum + (i > 0 && beside(all[i - 1], sign) ? perBeside : perSign), guessed);
}

const least = [["short", 20], ["bad", 26.6], ["good", 33.2]];

// strength is the class of a password: short, bad, good or strong.
export const strength = (password, own) => least.find(([, most]) => bits(password, own) < most)?.[0] ?? "strong";
export const weak = (password, own) => ["short", "bad"].includes(strength(password, own));
