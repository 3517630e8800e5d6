import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { LaunchOptions } from "@playwright/test";

const browsers = ["chromium", "chromium-browser", "google-chrome"];

/** How to start a browser without a user interface, which takes two thirds of the CPU time. */
export function headlessShell(): LaunchOptions {
  return launch(["chromium-headless-shell", ...browsers]);
}

/** How to start a browser that also shows notifications. */
export function wholeBrowser(): LaunchOptions {
  return launch(browsers);
}

function launch(names: string[]): LaunchOptions {
  return {
    executablePath: find(names),
    args: [
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Tests must not use the network. Routes would do too, but switch the browser's cache off, and
      // then a page takes twice the time.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    ],
  };
}

/** Finds the first of these programs that the system has, so that Playwright need not download one. */
function find(names: string[]): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const files = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const file = files.find(isExecutable);
  if (!file)
    throw new Error(`none of ${names.join(", ")} is in PATH: install the package chromium`);
  return file;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
