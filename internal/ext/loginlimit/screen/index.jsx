// How many log-ins may fail, for how long addresses are locked out then, and who never is.
import { Options, area, number, onOff } from "@quoin/parts/options.jsx";

const fields = [
  number("loginlimit:allowed_retries", "Failed log-ins of an address that lock it out"),
  number("loginlimit:lockout_duration", "How long a lock-out lasts, in seconds"),
  number("loginlimit:allowed_lockouts", "Lock-outs before the next one is long"),
  number("loginlimit:long_duration", "How long a long lock-out lasts, in seconds"),
  number("loginlimit:valid_duration", "After how many seconds failures are forgotten"),
  number("loginlimit:account_retries", "Failed log-ins to one account, from anywhere, that lock it", "For addresses that are new to the account; 0 never."),
  onOff("loginlimit:lockout_notify", "Write to the administrator when an address is locked out"),
  number("loginlimit:notify_email_after", "After how many lock-outs of an address"),
  area("loginlimit:whitelist", "Addresses that are never locked out", "Single ones, ranges a-b and networks with a slash, with commas between them."),
  area("loginlimit:whitelist_usernames", "Log-in names that are never locked out", "With commas between them."),
  area("loginlimit:blacklist", "Addresses that may never log in"),
  area("loginlimit:blacklist_usernames", "Log-in names with which nobody logs in"),
  onOff("loginlimit:mfa_enabled", "Log-ins ask for a second factor"),
  area("loginlimit:mfa_roles", "Whose log-ins do", "Roles with commas between them."),
];

(window.quoinScreens ??= {}).loginlimit = ({ data }) => <Options data={data} fields={fields} />;
