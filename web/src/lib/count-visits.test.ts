import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { countVisits } from "./count-visits";

const sendBeacon = vi.fn(() => true);

beforeEach(() => {
  vi.stubGlobal("navigator", { sendBeacon });
  countVisits();
});

afterEach(() => {
  vi.unstubAllGlobals();
  sendBeacon.mockClear();
  document.body.innerHTML = "";
});

test("a tap on a phone number is reported, on another link it is not", () => {
  document.body.innerHTML = '<a href="tel:+12545550142"><b>Call</b></a><a href="#a">Other</a>';
  document.querySelector("b")?.click();
  document.querySelectorAll("a")[1]?.click();
  expect(sendBeacon).toHaveBeenCalledTimes(1);
  expect(sendBeacon).toHaveBeenCalledWith("/api/visits?tap");
});
