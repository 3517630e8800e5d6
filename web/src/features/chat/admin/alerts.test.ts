import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { alerts } from "./alerts";

const shown = vi.fn();
const notes = vi.fn();

class FakeNotification {
  static permission = "granted";
  onclick: (() => void) | null = null;
  constructor(title: string, options: NotificationOptions) {
    shown(title, options.body);
  }
}

/** Counts the notes; the rest of the audio API does nothing. */
class FakeAudio {
  currentTime = 0;
  destination = {};
  createOscillator = () => ({
    frequency: { value: 0 },
    connect: (next: unknown) => next,
    start: notes,
    stop: () => {},
  });
  createGain = () => ({
    gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
    connect: () => {},
  });
}

beforeEach(() => {
  localStorage.clear();
  FakeNotification.permission = "granted";
  vi.stubGlobal("Notification", FakeNotification);
  vi.stubGlobal("AudioContext", FakeAudio);
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

it("plays two notes and shows a notification", () => {
  alerts.notify("New message", "Termites!", false);
  expect(notes).toHaveBeenCalledTimes(2);
  expect(shown).toHaveBeenCalledExactlyOnceWith("New message", "Termites!");
});

it("does nothing if disabled", () => {
  alerts.setEnabled(false);
  alerts.notify("New message", "Termites!", false);
  expect(notes).not.toHaveBeenCalled();
  expect(shown).not.toHaveBeenCalled();
});

it("shows no notification without permission or while the page is visible", () => {
  FakeNotification.permission = "denied";
  alerts.notify("New message", "Termites!", false);
  FakeNotification.permission = "granted";
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
  alerts.notify("New message", "Termites!", false);
  expect(shown).not.toHaveBeenCalled();
  expect(notes).toHaveBeenCalledTimes(4);
});

it("plays no sound before the first user interaction", () => {
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false } });
  alerts.notify("New message", "Termites!", false);
  expect(notes).not.toHaveBeenCalled();
});

it("leaves the notification to the push service, and survives a browser that allows no other", () => {
  alerts.notify("New message", "Termites!", true);
  expect(shown).not.toHaveBeenCalled();
  expect(notes).toHaveBeenCalledTimes(2);
  shown.mockImplementationOnce(() => {
    throw new TypeError("Illegal constructor");
  });
  alerts.notify("New message", "Termites!", false);
  expect(notes).toHaveBeenCalledTimes(4);
});
