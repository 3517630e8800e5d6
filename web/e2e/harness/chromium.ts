import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome"];

/** The system's own browser: Playwright's download is not needed. */
export function findChromium(): string {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of names) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // not here; look on
      }
    }
  }
  throw new Error(`none of ${names.join(", ")} is in PATH: install the package chromium`);
}
