const key = "perimeter-chat-alerts";

/** Sound and notification for new messages while the back office is open, per browser. */
export const alerts = {
  isEnabled: () => localStorage.getItem(key) !== "off",

  setEnabled(on: boolean): void {
    localStorage.setItem(key, on ? "on" : "off");
  },

  /** Alerts staff to a message. If it is also pushed to this browser, only by sound. */
  notify(title: string, text: string, pushed: boolean): void {
    if (!alerts.isEnabled()) return;
    chime();
    if (pushed || document.visibilityState === "visible") return;
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    try {
      const notification = new Notification(title, { body: text, tag: key });
      notification.onclick = () => window.focus();
    } catch {
      // Phones show notifications of service workers only.
    }
  },
};

/** Plays two notes. Browsers allow no sound before the first user interaction. */
function chime(): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  const audio = new AudioContext();
  for (const [index, pitch] of [660, 880].entries()) {
    const start = audio.currentTime + index * 0.15;
    const note = audio.createOscillator();
    const volume = audio.createGain();
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
    note.connect(volume).connect(audio.destination);
    note.start(start);
    note.stop(start + 0.3);
    note.onended = () => index === 1 && void audio.close();
  }
}
