import { deferScripts } from "@/lib/defer-scripts";
import { applyTheme, readTheme } from "@/lib/theme";

applyTheme(readTheme());
deferScripts();
