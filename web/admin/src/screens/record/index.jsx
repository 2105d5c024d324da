// Who logged in, who changed rights, and who changed settings.
import { Record } from "../../parts/record.jsx";

(window.quoinScreens ??= {}).record = Record;
