import { afterEach, expect, test, vi } from "vitest";
import { measureSpeed } from "./measure-speed";

type Report = (metric: { name: string; value: number }) => void;
const reports = vi.hoisted(() => ({
  lcp: undefined as Report | undefined,
  cls: undefined as Report | undefined,
}));
vi.mock("web-vitals", () => ({
  onLCP: (report: Report) => {
    reports.lcp = report;
  },
  onINP: () => {},
  onCLS: (report: Report) => {
    reports.cls = report;
  },
}));

const sendBeacon = vi.fn(() => true);

function become(state: DocumentVisibilityState) {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("what was measured is sent once, when the visitor leaves", () => {
  vi.stubGlobal("navigator", { sendBeacon });
  measureSpeed("/blog");
  become("hidden"); // nothing is known yet
  expect(sendBeacon).not.toHaveBeenCalled();
  reports.lcp?.({ name: "LCP", value: 812.40001 });
  reports.cls?.({ name: "CLS", value: 0.01234 });
  become("visible");
  expect(sendBeacon).not.toHaveBeenCalled();
  become("hidden");
  become("hidden");
  expect(sendBeacon).toHaveBeenCalledTimes(1);
  expect(sendBeacon).toHaveBeenCalledWith("/api/visits?vitals=%2Fblog&lcp=812.4&cls=0.012");
});
