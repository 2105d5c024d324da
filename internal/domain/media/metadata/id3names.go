package metadata

import (
	"strconv"
	"strings"
)

// frameName is the name under which a frame of an ID3v2 tag is known; "" for frames that are not shown.
func frameName(id string) string {
	switch id {
	case "TIT1", "TT1":
		return "content_group_description"
	case "TIT2", "TT2":
		return "title"
	case "TIT3", "TT3":
		return "subtitle"
	case "TALB", "TAL":
		return "album"
	case "TPE1", "TP1":
		return "artist"
	case "TPE2", "TP2":
		return "band"
	case "TPE3", "TP3":
		return "conductor"
	case "TPE4", "TP4":
		return "remixer"
	case "TCOM", "TCM":
		return "composer"
	case "TEXT", "TXT":
		return "lyricist"
	case "TLAN", "TLA":
		return "language"
	case "TCON", "TCO":
		return "genre"
	case "TYER", "TYE":
		return "year"
	case "TDRC":
		return "recording_time"
	case "TDAT", "TDA":
		return "date"
	case "TIME", "TIM":
		return "time"
	case "TRCK", "TRK":
		return "track_number"
	case "TPOS", "TPA":
		return "part_of_a_set"
	case "TCOP", "TCR":
		return "copyright_message"
	case "TPUB", "TPB":
		return "publisher"
	case "TENC", "TEN":
		return "encoded_by"
	case "TSSE", "TSS":
		return "encoder_settings"
	case "TBPM", "TBP":
		return "bpm"
	case "TKEY", "TKE":
		return "initial_key"
	case "TLEN", "TLE":
		return "length"
	case "TMED", "TMT":
		return "media_type"
	case "TOAL", "TOT":
		return "original_album"
	case "TOFN", "TOF":
		return "original_filename"
	case "TOLY", "TOL":
		return "original_lyricist"
	case "TOPE", "TOA":
		return "original_artist"
	case "TORY", "TOR":
		return "original_year"
	case "TOWN":
		return "file_owner"
	case "TRDA", "TRD":
		return "recording_dates"
	case "TRSN":
		return "internet_radio_station_name"
	case "TRSO":
		return "internet_radio_station_owner"
	case "TSIZ", "TSI":
		return "size"
	case "TSRC", "TRC":
		return "isrc"
	case "TSST":
		return "set_subtitle"
	case "TSOA":
		return "album_sort_order"
	case "TSOP":
		return "performer_sort_order"
	case "TSOT":
		return "title_sort_order"
	case "TSO2":
		return "album_artist_sort_order"
	case "TCMP":
		return "part_of_a_compilation"
	case "TDEN":
		return "encoding_time"
	case "TDOR":
		return "original_release_time"
	case "TDRL":
		return "release_time"
	case "TDTG":
		return "tagging_time"
	case "TFLT":
		return "file_type"
	case "TIPL":
		return "involved_people_list"
	case "TMCL":
		return "musician_credits_list"
	case "TMOO":
		return "mood"
	case "TPRO":
		return "produced_notice"
	case "TXXX", "TXX":
		return "text"
	case "WCOM", "WCM":
		return "commercial_information"
	case "WCOP", "WCP":
		return "copyright"
	case "WOAF", "WAF":
		return "url_file"
	case "WOAR", "WAR":
		return "url_artist"
	case "WOAS", "WAS":
		return "url_source"
	case "WORS":
		return "url_station"
	case "WPAY":
		return "url_payment"
	case "WPUB", "WPB":
		return "url_publisher"
	case "WXXX", "WXX":
		return "url_user"
	case "COMM", "COM":
		return "comment"
	case "USLT", "ULT":
		return "unsynchronised_lyric"
	}
	return ""
}

// genres are the numbered genres of the ID3v1 standard.
var genres = [...]string{
	"Blues", "Classic Rock", "Country", "Dance", "Disco", "Funk", "Grunge", "Hip-Hop",
	"Jazz", "Metal", "New Age", "Oldies", "Other", "Pop", "R&B", "Rap",
	"Reggae", "Rock", "Techno", "Industrial", "Alternative", "Ska", "Death Metal", "Pranks",
	"Soundtrack", "Euro-Techno", "Ambient", "Trip-Hop", "Vocal", "Jazz+Funk", "Fusion", "Trance",
	"Classical", "Instrumental", "Acid", "House", "Game", "Sound Clip", "Gospel", "Noise",
	"Alt. Rock", "Bass", "Soul", "Punk", "Space", "Meditative", "Instrumental Pop", "Instrumental Rock",
	"Ethnic", "Gothic", "Darkwave", "Techno-Industrial", "Electronic", "Pop-Folk", "Eurodance", "Dream",
	"Southern Rock", "Comedy", "Cult", "Gangsta Rap", "Top 40", "Christian Rap", "Pop/Funk", "Jungle",
	"Native American", "Cabaret", "New Wave", "Psychedelic", "Rave", "Showtunes", "Trailer", "Lo-Fi",
	"Tribal", "Acid Punk", "Acid Jazz", "Polka", "Retro", "Musical", "Rock & Roll", "Hard Rock",
}

// genreName spells out a genre given as "(17)", "(17)Rock" or "17".
func genreName(s string) string {
	number := s
	if inner, ok := strings.CutPrefix(s, "("); ok {
		var rest string
		number, rest, _ = strings.Cut(inner, ")")
		if rest != "" && !strings.HasPrefix(rest, "(") {
			return rest
		}
	}
	if n, err := strconv.Atoi(number); err == nil && n >= 0 && n < len(genres) {
		return genres[n]
	}
	return s
}
