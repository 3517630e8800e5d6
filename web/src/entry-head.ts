import { applyTheme, readTheme } from "./lib/theme";

applyTheme(readTheme());
