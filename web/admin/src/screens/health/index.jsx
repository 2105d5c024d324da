// What is wrong with the site.
import { Health } from "../../parts/health.jsx";

(window.quoinScreens ??= {}).health = ({ data }) => <div className="quoin-lead"><Health data={data} /></div>;
