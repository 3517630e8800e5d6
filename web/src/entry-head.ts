import { addFont } from "@/lib/add-font";
import { countVisits } from "@/lib/count-visits";
import { deferScripts } from "@/lib/defer-scripts";
import { applyTheme, readTheme } from "@/lib/theme";
import heading from "./fonts/core-heading.woff2?inline";
import text from "./fonts/core-text.woff2?inline";

applyTheme(readTheme());
addFont("Bricolage Grotesque Core", heading, { weight: "700" });
addFont("Source Sans 3 Core", text, { weight: "200 900" });
deferScripts();
countVisits();
