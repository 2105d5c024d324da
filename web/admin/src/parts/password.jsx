// A new password: one is made up, and may be seen and changed.
import { Button, TextControl } from "@wordpress/components";
import { useEffect, useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";

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

// weak passwords are short, or of few kinds of signs without being long.
const weak = (password) => password.length < 8 || (password.length < 12 && [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length < 3);

// Password is the field of a new password. "fresh" accounts get one at once, others when it is
// asked for.
export function Password({ label, value, onChange, fresh }) {
  const [open, setOpen] = useState(!!fresh);
  const [seen, setSeen] = useState(true);
  const make = () => { setOpen(true); onChange(madeUp()); };
  useEffect(() => { if (fresh && !value) onChange(madeUp()); }, []);
  if (!open) return <Button variant="secondary" className="wp-generate-pw" onClick={make} __next40pxDefaultSize>{__("Set New Password")}</Button>;
  return (
    <>
    <div className="quoin-row wp-pwd">
      <TextControl id="pass1" name="pass1" label={label} type={seen ? "text" : "password"} value={value ?? ""} onChange={onChange} autoComplete="new-password" spellCheck={false} dir="ltr" __next40pxDefaultSize __nextHasNoMarginBottom />
      <Button variant="secondary" className="wp-hide-pw" aria-label={seen ? __("Hide password") : __("Show password")} onClick={() => setSeen(!seen)} __next40pxDefaultSize>{seen ? __("Hide") : __("Show")}</Button>
      {fresh ? <Button variant="secondary" onClick={make} __next40pxDefaultSize>{__("Generate password")}</Button> : <Button variant="secondary" onClick={() => { onChange(undefined); setOpen(false); }} __next40pxDefaultSize>{__("Cancel")}</Button>}
    </div>
    {value && weak(value) && <label className="pw-weak"><input type="checkbox" name="pw_weak" className="pw-checkbox" required /> {__("Confirm use of weak password")}</label>}
    </>
  );
}
