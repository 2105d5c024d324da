package analysis

import (
	"iter"
	"slices"
	"strings"
)

// lexicon finds phrases where they begin among words. It has the rest of each by its
// first word.
type lexicon map[string][]lexeme

type lexeme struct {
	index int // of the phrase in the list
	rest  []string
}

// newLexicon is a lexicon of phrases, whose words have single spaces between them.
func newLexicon(phrases []string) lexicon {
	l := make(lexicon, len(phrases))
	for i, p := range phrases {
		words := strings.Split(p, " ")
		l[words[0]] = append(l[words[0]], lexeme{i, words[1:]})
	}
	return l
}

// at are the phrases that begin with the first of words: their indexes, and how many words
// each has.
func (l lexicon) at(words []string) iter.Seq2[int, int] {
	return func(yield func(index, length int) bool) {
		for _, x := range l[words[0]] {
			if n := len(x.rest); n < len(words) && slices.Equal(words[1:n+1], x.rest) && !yield(x.index, n+1) {
				return
			}
		}
	}
}

// functionWords say nothing of what a text is about.
var functionWords = set(`a about above after again against all also am an and any are as at be because been before being below between both but by can
could did do does doing down during each few for from further get had has have having he her here hers herself him himself his how i if in into is it
its itself just may me might more most much must my myself no nor not now of off on once one only or other our ours ourselves out over own same she
should so some such than that the their theirs them themselves then there these they this those through to too under until up upon us very was we were
what when where which while who whom why will with would you your yours yourself yourselves`)

// transitions lead from one thought to the next.
var transitions = newLexicon([]string{
	"accordingly", "additionally", "afterward", "afterwards", "albeit", "also", "although", "altogether", "another", "basically", "because", "before",
	"besides", "but", "certainly", "chiefly", "comparatively", "concurrently", "consequently", "contrarily", "conversely", "correspondingly", "despite",
	"doubtedly", "during", "e.g", "earlier", "emphatically", "equally", "especially", "eventually", "evidently", "explicitly", "finally", "firstly",
	"following", "formerly", "forthwith", "fourthly", "further", "furthermore", "generally", "hence", "henceforth", "however", "i.e", "identically",
	"indeed", "initially", "instead", "last", "lastly", "later", "lest", "likewise", "markedly", "meanwhile", "moreover", "nevertheless", "next",
	"nonetheless", "nor", "notwithstanding", "obviously", "occasionally", "otherwise", "overall", "particularly", "presently", "previously", "rather",
	"regardless", "secondly", "shortly", "significantly", "similarly", "simultaneously", "since", "so", "soon", "specifically", "still", "straightaway",
	"subsequently", "surely", "surprisingly", "than", "then", "thereafter", "therefore", "thereupon", "thirdly", "though", "thus", "till", "too",
	"undeniably", "undoubtedly", "unless", "unlike", "unquestionably", "until", "whenever", "whereas", "while", "yet",
	"above all", "after all", "after that", "all in all", "all things considered", "another key point", "as a consequence", "as a matter of fact",
	"as a result", "as an example", "as an illustration", "as can be seen", "as has been noted", "as i have said", "as long as", "as much as",
	"as opposed to", "as soon as", "as well as", "at first", "at last", "at least", "at length", "at the same time", "at this time", "balanced against",
	"being that", "by all means", "by and large", "by comparison", "by the same token", "by the time", "by the way", "compared to", "due to", "equally important",
	"even if", "even more", "even so", "even though", "first thing to remember", "for example", "for fear that", "for instance", "for one thing",
	"for that reason", "for the most part", "for the purpose of", "for the same reason", "for this purpose", "for this reason", "from time to time",
	"given that", "given these points", "important to realize", "in a word", "in addition", "in any case", "in any event", "in brief", "in case",
	"in conclusion", "in contrast", "in detail", "in due time", "in effect", "in either case", "in essence", "in fact", "in general", "in light of",
	"in like fashion", "in like manner", "in order that", "in order to", "in other words", "in particular", "in reality", "in short", "in similar fashion",
	"in spite of", "in sum", "in summary", "in that case", "in the end", "in the final analysis", "in the first place", "in the fourth place",
	"in the hope that", "in the light of", "in the long run", "in the meantime", "in the same fashion", "in the same way", "in the second place",
	"in the third place", "in this case", "in this situation", "in time", "in truth", "in view of", "inasmuch as", "most compelling evidence",
	"most important", "must be remembered", "not only", "not to mention", "note that", "now that", "of course", "on account of", "on balance",
	"on condition that", "on one hand", "on the condition that", "on the contrary", "on the negative side", "on the other hand", "on the positive side",
	"on the whole", "once in a while", "only if", "owing to", "point often overlooked", "prior to", "provided that", "seeing that", "so as to",
	"so far", "so long as", "so that", "sooner or later", "such as", "summing up", "take the case of", "that is", "that is to say", "then again",
	"this time", "to be sure", "to begin with", "to clarify", "to conclude", "to demonstrate", "to emphasize", "to enumerate", "to explain",
	"to illustrate", "to list", "to point out", "to put it another way", "to put it differently", "to repeat", "to rephrase it", "to say nothing of",
	"to sum up", "to summarize", "to that end", "to the end that", "to this end", "together with", "under those circumstances", "up to now", "what's more",
	"while it may be true", "with attention to", "with the result that", "with this in mind", "with this intention", "with this purpose in mind",
	"without a doubt", "without delay", "without doubt", "without reservation",
})

// pairs are transitions of two parts, in this order.
var pairs = [][2]string{
	{"both", "and"}, {"if", "then"}, {"not only", "but also"}, {"neither", "nor"}, {"either", "or"}, {"not", "but"}, {"whether", "or"}, {"no sooner", "than"},
}

// pairBegins and pairEnds are the first and the second parts of pairs.
var pairBegins, pairEnds = func() (begins, ends lexicon) {
	first, second := make([]string, len(pairs)), make([]string, len(pairs))
	for i, p := range pairs {
		first[i], second[i] = p[0], p[1]
	}
	return newLexicon(first), newLexicon(second)
}()

// hasTransition tells whether a sentence leads on from another thought.
func hasTransition(words []string) bool {
	begun := make([]int, len(pairs)) // where the first part of each ends, 0 where it isn't there
	for i := range words {
		for range transitions.at(words[i:]) {
			return true
		}
		for pair := range pairEnds.at(words[i:]) {
			if end := begun[pair]; end > 0 && i >= end {
				return true
			}
		}
		for pair, length := range pairBegins.at(words[i:]) {
			if begun[pair] == 0 {
				begun[pair] = i + length
			}
		}
	}
	return false
}

// auxiliaries begin the passive.
var auxiliaries = set(`am is are was were been be being get gets got gotten getting he's she's it's that's there's i'm you're we're they're
isn't aren't wasn't weren't ain't`)

// participles that don't end in -ed.
var participles = set(`arisen awoken beaten become begun bent bet bid bitten bled blown born borne bought bound bred broken brought built burnt burst cast caught
chosen clung come cost crept cut dealt done drawn driven drunk dug eaten fallen fed felt flown forbidden foreseen forgotten forgiven fought found frozen
given ground grown heard held hidden hit hung hurt kept knit known laid lain lead leant learnt led left lent let lit lost made meant met mown overcome
overtaken paid proven put quit read rebuilt reset ridden risen run said sawn seen sent set sewn shaken shed shone shot shown shrunk shut slain slept slid
slung sold sought sown spent spilt split spoilt spoken spread spun stolen stood struck stuck stung sung sunk sworn swept swollen swum swung taken taught
thought thrown told torn trodden understood undertaken undone upheld upset wept withdrawn withheld withstood woken won worn wound woven written wrung`)

// notParticiples end like one and are none.
var notParticiples = set(`bed bleed breed embed exceed feed freed greed heed hundred indeed naked need proceed red reed sacred seed shed shred sled sped speed
succeed ted weed wed wicked wretched rugged beloved crooked`)

// between stand between an auxiliary and a participle.
var between = set(`not never also always often already just still only then being been fully quickly easily well newly highly widely`)

// isPassive tells whether an English sentence is in the passive voice.
func isPassive(words []string) bool {
	for i, w := range words {
		if !auxiliaries[w] {
			continue
		}
		for j := i + 1; j < len(words) && j <= i+4; j++ {
			next := words[j]
			if isParticiple(next) {
				return true
			}
			if !between[next] && !strings.HasSuffix(next, "ly") {
				break
			}
		}
	}
	return false
}

func isParticiple(w string) bool {
	return participles[w] || strings.HasSuffix(w, "ed") && len(w) > 4 && !notParticiples[w]
}

// remark is a phrase that leaves people out, and what could be said instead.
type remark struct {
	phrase, instead string
	always          bool // and not only of people
}

// remarks are looked for in English texts.
var remarks = []remark{
	{"blacklist", "blocklist", true}, {"whitelist", "allowlist", true}, {"chairman", "chair, chairperson", true}, {"chairmen", "chairs", true},
	{"mankind", "humankind, people", true}, {"manpower", "workforce, staff", true}, {"man-made", "artificial, synthetic", true}, {"manmade", "artificial, synthetic", true},
	{"fireman", "firefighter", true}, {"firemen", "firefighters", true}, {"policeman", "police officer", true}, {"policemen", "police officers", true},
	{"businessman", "business person", true}, {"businessmen", "business people", true}, {"salesman", "salesperson", true}, {"salesmen", "salespeople", true},
	{"mailman", "mail carrier", true}, {"stewardess", "flight attendant", true}, {"housewife", "homemaker", false}, {"ladies and gentlemen", "everyone", true},
	{"boys and girls", "children, everyone", false}, {"both genders", "all genders", true}, {"opposite sex", "another sex", true},
	{"handicapped", "disabled, a person with a disability", true}, {"wheelchair-bound", "who uses a wheelchair", true}, {"confined to a wheelchair", "who uses a wheelchair", true},
	{"cripple", "a person with a disability", true}, {"crippled", "with a disability", false}, {"suffers from", "has", false}, {"suffering from", "with", false},
	{"mentally retarded", "with an intellectual disability", true}, {"deaf and dumb", "deaf", true}, {"deaf-mute", "deaf", true}, {"the blind", "blind people", false},
	{"the deaf", "deaf people", false}, {"the disabled", "disabled people", false}, {"the mentally ill", "people with a mental illness", false}, {"insane", "surprising, wild", false},
	{"crazy", "surprising, baffling", false}, {"lunatic", "baffling", false}, {"psycho", "unpredictable", false}, {"lame", "dull, weak", false},
	{"the elderly", "older people", false}, {"senior citizens", "older people", false}, {"old people", "older people", false}, {"illegal immigrant", "undocumented person", true},
	{"illegal immigrants", "undocumented people", true}, {"illegal alien", "undocumented person", true}, {"third world", "low-income countries", true},
	{"underdeveloped country", "low-income country", true}, {"exotic", "unusual, from abroad", false}, {"eskimo", "Inuit", true}, {"gypsy", "Romani person", true},
	{"gypsies", "Romani people", true}, {"oriental", "Asian", false}, {"spirit animal", "inspiration", true}, {"first world problems", "trivial problems", true},
	{"the homeless", "people who are homeless", false}, {"the poor", "people with a low income", false}, {"addict", "a person with an addiction", false}, {"master and slave", "primary and secondary", true},
	{"preferred pronouns", "pronouns", true}, {"transvestite", "cross-dresser", true}, {"sexual preference", "sexual orientation", true}, {"committed suicide", "died by suicide", true},
	{"minorities", "marginalised groups", false}, {"tribe", "group, people", false}, {"guys", "everyone, folks", false}, {"normal people", "most people", false},
}

// remarkable finds the phrases of remarks.
var remarkable = func() lexicon {
	phrases := make([]string, len(remarks))
	for i, r := range remarks {
		phrases[i] = r.phrase
	}
	return newLexicon(phrases)
}()
