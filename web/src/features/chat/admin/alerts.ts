const key = "perimeter-chat-alerts";

/** Whether this browser tells of new messages by sound and, if it may, by a notification. */
export const alerts = {
  isEnabled: () => localStorage.getItem(key) !== "off",

  /** Turns them on or off; turning on is the moment to ask for permission. */
  async setEnabled(on: boolean): Promise<void> {
    localStorage.setItem(key, on ? "on" : "off");
    if (on && "Notification" in window && Notification.permission === "default") {
      await Notification.requestPermission();
    }
  },

  /** Tells of a message. */
  notify(title: string, text: string): void {
    if (!alerts.isEnabled()) return;
    chime();
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    if (document.visibilityState === "visible") return;
    const notification = new Notification(title, { body: text, tag: key });
    notification.onclick = () => window.focus();
  },
};

/** Two soft notes. Browsers keep them silent until somebody has used the page. */
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
