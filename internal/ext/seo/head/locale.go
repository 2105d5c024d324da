package head

import "strings"

// networkLocales are those that social networks know.
const networkLocales = " " + "af_ZA ak_GH am_ET ar_AR as_IN ay_BO az_AZ be_BY bg_BG bp_IN bn_IN br_FR bs_BA ca_ES cb_IQ ck_US " +
	"co_FR cs_CZ cx_PH cy_GB da_DK de_DE el_GR en_GB en_PI en_UD en_US em_ZM eo_EO es_ES es_LA es_MX " +
	"et_EE eu_ES fa_IR fb_LT ff_NG fi_FI fo_FO fr_CA fr_FR fy_NL ga_IE gl_ES gn_PY gu_IN gx_GR ha_NG " +
	"he_IL hi_IN hr_HR hu_HU ht_HT hy_AM id_ID ig_NG is_IS it_IT ik_US iu_CA ja_JP ja_KS jv_ID ka_GE " +
	"kk_KZ km_KH kn_IN ko_KR ks_IN ku_TR ky_KG la_VA lg_UG li_NL ln_CD lo_LA lt_LT lv_LV mg_MG mi_NZ " +
	"mk_MK ml_IN mn_MN mr_IN ms_MY mt_MT my_MM nb_NO nd_ZW ne_NP nl_BE nl_NL nn_NO nr_ZA ns_ZA ny_MW " +
	"om_ET or_IN pa_IN pl_PL ps_AF pt_BR pt_PT qc_GT qu_PE qr_GR qz_MM rm_CH ro_RO ru_RU rw_RW sa_IN " +
	"sc_IT se_NO si_LK su_ID sk_SK sl_SI sn_ZW so_SO sq_AL sr_RS ss_SZ st_ZA sv_SE sw_KE sy_SY sz_PL " +
	"ta_IN te_IN tg_TJ th_TH tk_TM tl_PH tl_ST tn_BW tr_TR ts_ZA tt_RU tz_MA uk_UA ur_PK uz_UZ ve_ZA " +
	"vi_VN wo_SN xh_ZA yi_DE yo_NG zh_CN zh_HK zh_TW zu_ZA zz_TR _ en_US "

// networkLocale is what social networks are told of a locale: itself, or what they call its
// language; en_US for languages that they don't know.
func networkLocale(locale string) string {
	switch locale {
	case "ca":
		return "ca_ES"
	case "en":
		return "en_US"
	case "el":
		return "el_GR"
	case "et":
		return "et_EE"
	case "ja":
		return "ja_JP"
	case "sq":
		return "sq_AL"
	case "uk":
		return "uk_UA"
	case "vi":
		return "vi_VN"
	case "zh":
		return "zh_CN"
	}
	if isNetworkLocale(locale) {
		return locale
	}
	if len(locale) >= 2 {
		if own := strings.ToLower(locale[:2]) + "_" + strings.ToUpper(locale[:2]); isNetworkLocale(own) {
			return own
		}
	}
	return "en_US"
}

func isNetworkLocale(locale string) bool {
	return !strings.Contains(locale, " ") && strings.Contains(networkLocales, " "+locale+" ")
}
