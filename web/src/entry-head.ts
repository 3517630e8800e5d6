import { countVisits } from "@/lib/count-visits";
import { deferScripts } from "@/lib/defer-scripts";
import { applyTheme, readTheme } from "@/lib/theme";

applyTheme(readTheme());
deferScripts();
countVisits();
