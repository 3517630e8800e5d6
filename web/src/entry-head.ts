import { startLate } from "./lib/late-start";
import { applyTheme, readTheme } from "./lib/theme";

applyTheme(readTheme());
startLate();
