// A new password: one is made up, and may be seen and changed.
import { Button, TextControl } from "@wordpress/components";
import { useEffect, useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { strength, weak } from "../../../../internal/people/account/pages/strength.js";

const length = 24;
const first = 33, many = 94; // the signs of a keyboard, as codes
const refused = "\\"; // no password may have it

// madeUp is a password of signs of which each is as likely as the others.
function madeUp() {
  let made = "";
  while (made.length < length) {
    for (const n of crypto.getRandomValues(new Uint8Array(length))) {
      const sign = String.fromCharCode(first + (n % many));
      if (n < 2 * many && sign !== refused && made.length < length) made += sign;
    }
  }
  return made;
}

const words = { short: __("Very weak"), bad: __("Weak"), good: __("Medium"), strong: __("Strong") };

// unready tells that a password is asked for and missing, or is weak and that isn't wanted. "own" says what others know of the person.
export const unready = ({ password, pw_weak: wanted }, own) => password !== undefined && (password === "" || (weak(password, own) && !wanted));

// Password is the field of a new password. "fresh" accounts get one at once, others when it is
// asked for. "own" are words that others know of the person; "wanted" tells that a weak one is.
export function Password({ label, value, onChange, fresh, own, wanted, onWant }) {
  const [open, setOpen] = useState(!!fresh);
  const [seen, setSeen] = useState(true);
  const make = () => { setOpen(true); onChange(madeUp()); };
  useEffect(() => { if (fresh && !value) onChange(madeUp()); }, []);
  if (!open) return <Button variant="secondary" className="wp-generate-pw" onClick={make} __next40pxDefaultSize>{__("Set New Password")}</Button>;
  const level = value ? strength(value, own) : "";
  return (
    <>
      <div className="quoin-row wp-pwd">
        <TextControl id="pass1" name="pass1" label={label} className={level} type={seen ? "text" : "password"} value={value ?? ""} onChange={onChange} autoComplete="new-password" spellCheck={false} dir="ltr" aria-describedby="pass-strength-result" __next40pxDefaultSize __nextHasNoMarginBottom />
        <Button variant="secondary" className="wp-hide-pw" aria-label={seen ? __("Hide password") : __("Show password")} onClick={() => setSeen(!seen)} __next40pxDefaultSize>{seen ? __("Hide") : __("Show")}</Button>
        {fresh ? <Button variant="secondary" onClick={make} __next40pxDefaultSize>{__("Generate password")}</Button> : <Button variant="secondary" onClick={() => { onChange(undefined); onWant(false); setOpen(false); }} __next40pxDefaultSize>{__("Cancel")}</Button>}
      </div>
      <p id="pass-strength-result" className={level} aria-live="polite">{words[level]}</p>
      {value && weak(value, own) && <p className="pw-weak"><label><input type="checkbox" name="pw_weak" className="pw-checkbox" checked={!!wanted} onChange={(event) => onWant(event.target.checked)} /> <span id="pw-weak-text-label">{__("Confirm use of weak password")}</span></label></p>}
    </>
  );
}
