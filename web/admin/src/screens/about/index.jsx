// The program that serves the site: its version, how another comes in its place, and what it is made of.
import { Card, CardBody, CardHeader } from "@wordpress/components";
import { __, sprintf } from "@wordpress/i18n";

function Updates({ data }) {
  return (
    <Card>
      <CardHeader><h2>{__("Another version")}</h2></CardHeader>
      <CardBody>
        <p>{__("Replace the program by that of the other version, and start it again. Before it changes the database it keeps a copy of it.")}</p>
        <p>{__("Extensions and the admin are part of the program: they have no versions of their own.")}</p>
        <p><a href={data.base + "tools.php?page=backups"}>{__("Backups")}</a> · <a href={data.base + "site-health.php"}>{__("Site Health")}</a></p>
      </CardBody>
    </Card>
  );
}

function About({ data }) {
  const updates = data.path === "update-core.php";
  return (
    <div className="quoin-lead">
      <p>{sprintf(__("This site is served by Quoin, version %s."), data.version)}</p>
      {updates ? <Updates data={data} /> : <p><a href={data.licences}>{__("Packages that the admin is made of, and their licences")}</a></p>}
    </div>
  );
}

(window.quoinScreens ??= {}).about = About;
