// All options of a site by their names, in a plain form that is sent to the page itself, as the
// field's page of that address is.
import { Button, Notice } from "@wordpress/components";
import { useEffect, useRef } from "@wordpress/element";
import { __ } from "@wordpress/i18n";

const saved = new URLSearchParams(window.location.search).has("settings-updated");

function Option({ option: { name, text, secret }, sent = text }) {
  const Field = sent.includes("\n") ? "textarea" : "input";
  return (
    <tr>
      <th scope="row"><label htmlFor={name}>{name}</label></th>
      <td><Field id={name} name={name} type={Field === "input" ? "text" : undefined} className="all-options components-text-control__input" defaultValue={sent} disabled={secret} autoComplete="off" dir="auto" /></td>
    </tr>
  );
}

function AllOptions({ data }) {
  const form = useRef();
  // What nobody changed isn't sent: somebody else may have changed it in the meantime.
  useEffect(() => {
    const stored = new Map(data.shown.map((o) => [o.name, o.text]));
    form.current.addEventListener("formdata", ({ target, formData }) => {
      for (const { name, value } of target.elements) if (stored.get(name) === value) formData.delete(name);
    });
  }, [data]);
  return (
    <form ref={form} id="all-options" className="quoin-form" method="post" action={data.base + data.path}>
      {data.refused && <Notice status="error" isDismissible={false}>{data.refused}</Notice>}
      {!data.refused && saved && <Notice status="success" isDismissible={false}>{__("Settings saved.")}</Notice>}
      <p>{__("Each setting by its name, as it is stored: 1 is yes and 0 is no. The other pages of settings say what they mean.")}</p>
      <input type="hidden" name="option_page" value="options" />
      <input type="hidden" name="_wpnonce" value={data.optionsNonce} />
      <table className="form-table quoin-table"><tbody>{data.shown.map((o) => <Option key={o.name} option={o} sent={data.sent?.[o.name]} />)}</tbody></table>
      <div className="quoin-form__buttons"><Button id={data.submit} name={data.submit} variant="primary" type="submit" __next40pxDefaultSize>{__("Save Changes")}</Button></div>
    </form>
  );
}

(window.quoinScreens ??= {}).options = AllOptions;
