import { vi } from "vitest";

/**
 * Has React run effects 20 ms after the content that they belong to is there. A browser does so if a
 * render took long, and what a test does in between goes wrong then and only then. React's scheduler
 * gets a clock on which every look takes 2 ms more, so that it stops after each render, and a timer to go
 * on. It keeps both from when it was loaded, so they are there for a moment only.
 */
const { performance, setTimeout } = globalThis;
const now = performance.now.bind(performance);
let looks = 0;
vi.stubGlobal("performance", {
  now: () => {
    looks += 1;
    return now() + looks * 2;
  },
});
vi.stubGlobal("setImmediate", (task: () => void) => setTimeout(task, 20));
await import("react-dom/client");
vi.unstubAllGlobals();
