import { startLate } from "@/lib/defer-scripts";
import { applyTheme, readTheme } from "@/lib/theme";

applyTheme(readTheme());
startLate();
