import { SlotFillProvider } from "@wordpress/components";
import { createRoot } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { SnackbarNotices } from "@wordpress/notices";

const screens = (window.quoinScreens ??= {});

// show draws the navigation of a person and the screen of a page. The screen's script has
// put its component into window.quoinScreens before.
export function show(data) {
  const Screen = screens[data.page];
  createRoot(document.getElementById("quoin-screen")).render(<SlotFillProvider><Shell data={data}>{Screen ? <Screen data={data} /> : <p>{__("This screen can't be shown.")}</p>}</Shell></SlotFillProvider>);
}

function Shell({ data, children }) {
  return (
    <div className="quoin-shell">
      <nav aria-label={__("Admin")}>
        <a href={data.home}>{data.site}</a>
        {data.navigation.map((n) => (
          <a key={n.href} href={n.href} aria-current={n.here ? "page" : undefined}>{n.title}</a>
        ))}
      </nav>
      <main>
        <header>
          <h1>{data.title}</h1>
          {data.add && <a href={data.add}>{data.addText}</a>}
        </header>
        {children}
        <footer><a href={data.licences}>{__("What the editor is made of")}</a></footer>
      </main>
      <SnackbarNotices className="quoin-notices" />
    </div>
  );
}
