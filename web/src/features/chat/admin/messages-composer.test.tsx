import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FakeEventSource } from "@/testing/fake-event-source";
import { answerBox, fakeChat, openMessages } from "@/testing/messages";
import { toasts } from "@/ui/admin/toasts";

const server = fakeChat();
const repliesBox = () => screen.getByLabelText(/One answer per line/);

it("inserts a quick reply after the text in the composer", async () => {
  const { user, press } = await openMessages();
  await press(/Ann/);
  const choose = () =>
    user.selectOptions(screen.getByLabelText("Quick reply"), "Give me a minute.");
  await choose();
  expect(answerBox()).toHaveValue("Give me a minute.");
  await user.clear(answerBox());
  await user.type(answerBox(), "Good morning! ");
  await choose();
  expect(answerBox()).toHaveValue("Good morning! Give me a minute.");
  expect(answerBox()).toHaveFocus();
});

it("keeps what was typed per conversation, also while the sheet is closed", async () => {
  const { user, press } = await openMessages();
  await press(/Ann/);
  await user.type(answerBox(), "Half a");
  await press("All messages");
  await press(/Bea/);
  expect(answerBox()).toHaveValue("");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await press(/^Messages/);
  await press(/Ann/);
  expect(answerBox()).toHaveValue("Half a");
  await user.keyboard(" word{Enter}");
  expect(await within(screen.getByRole("log")).findByText("Half a word")).toBeVisible();
  await press("All messages");
  await press(/Ann/);
  expect(answerBox()).toHaveValue("");
});

it("keeps a reply that could not be sent and retries it", async () => {
  const { user, press } = await openMessages();
  await press(/Ann/);
  server().down = true;
  await user.type(answerBox(), "On our way{Enter}");
  await user.keyboard("{Escape}");
  await press(/^Messages/);
  await press(/Ann/);
  server().down = false;
  await press("Try again");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Try again" })).toBeNull());
  expect(within(screen.getByRole("log")).getAllByText("On our way")).toHaveLength(1);
});

it("forgets a reply that could not be sent when it is dismissed", async () => {
  const { user, press } = await openMessages();
  await press(/Ann/);
  server().down = true;
  await user.type(answerBox(), "Never mind{Enter}");
  await press("Dismiss");
  expect(screen.queryByText("Never mind")).toBeNull();
});

it("sends replies in the order in which they were written", async () => {
  const { user, press } = await openMessages();
  await press(/Ann/);
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (!path.endsWith("/messages")) return server().respond(path, init);
    sent.push(JSON.parse(String(init.body)).text);
    await new Promise<void>((resolve) => answers.push(resolve));
    return server().respond(path, init);
  });
  await user.type(answerBox(), "First{Enter}");
  await user.type(answerBox(), "Second{Enter}");
  expect(sent).toEqual(["First"]);
  answers[0]?.();
  await waitFor(() => expect(sent).toEqual(["First", "Second"]));
  answers[1]?.();
  await waitFor(() => expect(screen.queryByText("Sending…")).toBeNull());
});

it("sends a reply after a reload that was not sent before it", async () => {
  const first = await openMessages();
  await first.press(/Ann/);
  server().down = true;
  await first.user.type(answerBox(), "On our way{Enter}");
  await screen.findByRole("button", { name: "Try again" });
  cleanup();
  server().down = false;
  await openMessages();
  await waitFor(() => expect(server().messages.at(-1)?.text).toBe("On our way"));
  expect(localStorage).toHaveLength(0);
});

it("gives a note back that could not be saved, beside the answer that was begun meanwhile", async () => {
  const { user, press } = await openMessages();
  await press(/Ann/);
  await press("Write a Note");
  let fail: () => void = () => {};
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (!path.endsWith("/notes")) return server().respond(path, init);
    await new Promise<void>((resolve) => {
      fail = resolve;
    });
    return Response.json({ success: false, message: "Not now" }, { status: 503 });
  });
  await user.type(screen.getByLabelText("Your note"), "Pays late{Enter}");
  await user.type(answerBox(), "We come at nine");
  fail();
  await press("Continue the Note");
  expect(screen.getByLabelText("Your note")).toHaveValue("Pays late");
  await press("Answer Instead");
  expect(answerBox()).toHaveValue("We come at nine");
});

it("saves quick replies again and again", async () => {
  const { user, press } = await openMessages();
  await user.click(await screen.findByText("Quick replies"));
  for (const text of ["We will call.", "We are on the way.", "See you tomorrow."]) {
    await user.clear(repliesBox());
    await user.type(repliesBox(), text);
    await press("Save Quick Replies");
    await waitFor(() => expect(server().replies).toEqual([text]));
    await waitFor(() => expect(toasts.snapshot()[0]?.title).toBe("Quick replies saved"));
    toasts.show({ title: "Seen" });
  }
});

it("saves quick replies, and shows a colleague's later ones", async () => {
  const { user, press } = await openMessages();
  await user.click(await screen.findByText("Quick replies"));
  await user.type(repliesBox(), "{Enter}We will call.");
  await press("Save Quick Replies");
  const edited = ["Give me a minute.", "We will call."];
  await waitFor(() => expect(server().replies).toEqual(edited));
  await user.keyboard("{Escape}");
  server().replies = ["One moment."];
  FakeEventSource.latest.emit("changed", {});
  await press(/^Messages/);
  await waitFor(() => expect(repliesBox()).toHaveValue("One moment."));
});
