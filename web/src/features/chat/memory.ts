const key = "perimeter-chat";
const seenKey = "perimeter-chat-seen";
const recent = 24 * 60 * 60 * 1000;

/**
 * What this device remembers: whether the chat is open in this window, a recent conversation, and
 * the newest message that was seen.
 */
export const memory = {
  isOpen: () => read(() => sessionStorage.getItem(key) === "open", false),
  hasConversation: () => read(() => Date.now() - Number(localStorage.getItem(key)) < recent, false),
  seenTo: () => read(() => Number(localStorage.getItem(seenKey)), 0),
  keepSeen: (id: number) => write(() => localStorage.setItem(seenKey, String(id))),
  keepOpen: (open: boolean) =>
    write(() => (open ? sessionStorage.setItem(key, "open") : sessionStorage.removeItem(key))),
  keepConversation: () => write(() => localStorage.setItem(key, String(Date.now()))),
};

// Browsers may refuse to remember anything; the chat works without.
function read<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch {
    return otherwise;
  }
}

function write(change: () => void): void {
  try {
    change();
  } catch {
    // nothing is remembered
  }
}
