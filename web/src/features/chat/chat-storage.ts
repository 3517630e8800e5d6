const key = "perimeter-chat";
const seenKey = "perimeter-chat-seen";
const maxAgeMs = 24 * 60 * 60 * 1000;

/**
 * What the browser stores: whether the chat is open in this tab, when a conversation was last
 * active, and the newest message that was seen.
 */
export const chatStorage = {
  isOpen: () => read(() => sessionStorage.getItem(key) === "open", false),
  hasConversation: () =>
    read(() => Date.now() - Number(localStorage.getItem(key)) < maxAgeMs, false),
  lastSeenId: () => read(() => Number(localStorage.getItem(seenKey)), 0),
  setLastSeenId: (id: number) => write(() => localStorage.setItem(seenKey, String(id))),
  setOpen: (open: boolean) =>
    write(() => (open ? sessionStorage.setItem(key, "open") : sessionStorage.removeItem(key))),
  touchConversation: () => write(() => localStorage.setItem(key, String(Date.now()))),
};

// Storage can be blocked; the chat works without it.
function read<T>(get: () => T, fallback: T): T {
  try {
    return get();
  } catch {
    return fallback;
  }
}

function write(change: () => void): void {
  try {
    change();
  } catch {
    // storage is blocked
  }
}
