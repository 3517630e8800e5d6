import { afterEach, expect, it } from "vitest";
import { keepChatRequests, requestedLine, takeChatRequest } from "./chat-request";

keepChatRequests();

afterEach(() => {
  document.body.innerHTML = "";
  sessionStorage.clear();
  history.replaceState(null, "", "/contact");
});

/** Clicks a link; `handled` says whether a script has followed it already. */
function click(attributes: string, handled: boolean): HTMLAnchorElement {
  document.body.innerHTML = `<a href="/contact" ${attributes}>Go</a>`;
  const link = document.querySelector("a") as HTMLAnchorElement;
  if (handled) link.addEventListener("click", (event) => event.preventDefault());
  // No test follows a link.
  else addEventListener("click", (event) => event.preventDefault(), { once: true });
  link.click();
  return link;
}

it("keeps the line of a link that the browser follows by itself, over a reload too", () => {
  click('data-line="I would like a free estimate."', false);
  expect(requestedLine()).toBe("I would like a free estimate.");
  expect(requestedLine()).toBe("I would like a free estimate.");
  expect(takeChatRequest()).toBe(false);
  history.replaceState(null, "");
  expect(requestedLine()).toBeUndefined();
});

it("keeps nothing of a link that a script has followed", () => {
  const link = click('data-chat data-line="There are ants in the kitchen."', true);
  expect(link.hash).toBe("");
  expect(requestedLine()).toBeUndefined();
});

it("asks for the chat in the URL, once", () => {
  const link = click("data-chat", false);
  expect(link.hash).toBe("#chat");
  history.replaceState(null, "", link.href);
  expect(takeChatRequest()).toBe(true);
  expect(takeChatRequest()).toBe(false);
});
