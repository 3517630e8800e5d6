const event = "perimeter:open-chat";

/** Opens the chat, as its button does. */
export const openChat = (): boolean => dispatchEvent(new Event(event));

/** Calls the listener when something wants the chat open; returns a function that stops it. */
export function onOpenChat(listener: () => void): () => void {
  addEventListener(event, listener);
  return () => removeEventListener(event, listener);
}

let requested = false;

/** A visitor's wish to chat, from a link to the contact page until the page is there. */
export const chatRequest = {
  make: () => {
    requested = true;
  },
  take: () => {
    const taken = requested;
    requested = false;
    return taken;
  },
};
