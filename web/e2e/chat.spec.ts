import { png } from "./harness/png";
import { expect, test } from "./harness/test";
import { adminScreen, uniqueName } from "./screens/admin";
import { chatScreen, openInbox } from "./screens/chat";

test("messages appear live for the visitor and the staff", async ({ page, newPage, server }) => {
  const office = await newPage();
  const inbox = await openInbox(office, server);
  const chat = chatScreen(page);
  await page.goto("/services");
  await chat.open();

  const ants = uniqueName("I have ants");
  await chat.send(`${ants}. See https://bait.example/`);
  await inbox.openConversation(ants);
  await expect(inbox.messages).toContainText("https://bait.example/");
  await expect(inbox.messages.getByRole("link")).toHaveCount(0);
  await expect(inbox.sheet).toContainText("Began on /services");
  await inbox.send("Where did you see them?");
  await expect(chat.messages).toContainText("Where did you see them?");
  await expect(chat.messages).toContainText(server.admin.fullName);

  await inbox.sheet.getByLabel("Quick reply").selectOption({ index: 1 });
  await expect(inbox.box).not.toHaveValue("");
  await inbox.box.press("Enter");
  await expect(chat.messages).toContainText("Give me a minute");

  await inbox.sheet.getByRole("button", { name: "Close Conversation" }).click();
  await expect(chat.messages).toContainText("This conversation was closed");
  await chat.send("One more thing");
  await expect(chat.messages).not.toContainText("This conversation was closed");
  await expect(inbox.messages).toContainText("One more thing");

  await inbox.sheet.getByRole("button", { name: "Delete" }).click();
  await office.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(inbox.sheet).not.toContainText("One more thing");
  await expect(chat.messages).not.toContainText("One more thing");
  await expect(inbox.sheet).toContainText("This conversation does not exist any more.");
  const next = uniqueName("A new question");
  await chat.send(next);
  await expect(inbox.sheet.getByRole("button", { name: next })).toBeVisible();
});

test("a conversation survives reload, navigation and closing the panel", async ({
  page,
  newPage,
  server,
}) => {
  const chat = chatScreen(page);
  await page.goto("/");
  await chat.open();
  const question = uniqueName("Do you treat scorpions?");
  await chat.send(question);
  await expect(chat.messages).not.toContainText("Sending");
  await page.reload();
  await expect(chat.messages).toContainText(question);
  await page.getByRole("banner").getByRole("link", { name: "Services" }).first().click();
  await expect(page).toHaveURL(/\/services$/);
  // The new page takes the focus, once.
  await expect(page.getByRole("main")).toBeFocused();
  await expect(chat.messages).toContainText(question);
  await page.keyboard.press("Tab");
  await chat.box.press("Escape");
  await expect(chat.panel).toHaveCount(0);
  await expect(chat.button).toBeFocused();

  const office = await newPage();
  const inbox = await openInbox(office, server);
  await inbox.openConversation(question);
  await inbox.send("We do!");
  await expect(chat.button).toContainText("1 unread");
  await page.reload();
  await expect(chat.button).toContainText("1 unread");
  await chat.open();
  await expect(chat.messages).toContainText("We do!");
  await expect(chat.button).not.toContainText("unread");
});

test("an unsent reply is kept", async ({ page, newPage, server }) => {
  const chat = chatScreen(page);
  await page.goto("/about");
  await chat.open();
  const question = uniqueName("There are wasps in the attic");
  await chat.send(question);
  const office = await newPage();
  const inbox = await openInbox(office, server);
  await inbox.openConversation(question);
  await inbox.box.fill("Good morning!");
  await inbox.sheet.getByLabel("Quick reply").selectOption({ index: 1 });
  await expect(inbox.box).toHaveValue(/^Good morning! .*Give me a minute/);
  const draft = await inbox.box.inputValue();

  await office.keyboard.press("Escape");
  await expect(inbox.sheet).toHaveCount(0);
  const screen = adminScreen(office);
  await screen.tab("Images").click();
  await expect(screen.panel.getByRole("heading", { name: "Image Manager" })).toBeVisible();
  await inbox.open();
  await inbox.openConversation(question);
  await expect(inbox.box).toHaveValue(draft);
  await office.keyboard.type(" Bye");
  await expect(inbox.box).toHaveValue(`${draft} Bye`);
  await inbox.sendButton.click();
  await expect(chat.messages).toContainText(`${draft} Bye`);
  await expect(inbox.box).toHaveValue("");
});

test("a lost connection loses and duplicates no message", async ({
  page,
  newPage,
  server,
  errorLog,
}) => {
  errorLog.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|net::ERR/);
  const office = await newPage();
  const inbox = await openInbox(office, server);
  const chat = chatScreen(page);
  await page.goto("/about");
  await chat.open();
  const question = uniqueName("Are you still there?");
  await chat.send(question);
  await inbox.openConversation(question);

  await page.context().setOffline(true);
  await chat.send("Written offline");
  await expect(chat.messages).toContainText("could not be sent");
  await inbox.send("Answered meanwhile");
  await page.context().setOffline(false);
  await expect(chat.messages.getByText("Answered meanwhile")).toHaveCount(1);
  await expect(chat.messages.getByText("Written offline")).toHaveCount(1);
  await expect(inbox.messages.getByText("Written offline")).toHaveCount(1);
  await inbox.send("Back again");
  await expect(chat.messages.getByText("Back again")).toHaveCount(1);
  await expect(chat.messages.getByText(question)).toHaveCount(1);
});

test("what is pressed with the keyboard keeps the focus, or hands it on", async ({
  page,
  newPage,
  server,
  errorLog,
}) => {
  errorLog.allow(/ERR_FAILED/);
  const chat = chatScreen(page);
  await page.goto("/about");
  await chat.open();
  const question = uniqueName("There are mice in the garage");
  await chat.send(question);
  await expect(chat.messages).not.toContainText("Sending");
  const office = await newPage();
  const inbox = await openInbox(office, server);
  await inbox.openConversation(question);
  await inbox.sheet.getByRole("button", { name: "Write a Note" }).click();
  await inbox.sheet.getByLabel("Your note").fill("Twice this year");
  await inbox.sheet.getByLabel("Your note").press("Enter");
  await inbox.messages.getByRole("button", { name: "Delete note" }).press("Enter");
  await expect(inbox.messages).not.toContainText("Twice this year");
  await expect(inbox.messages).toBeFocused();
  await inbox.sheet.getByRole("button", { name: "Close Conversation" }).press("Enter");
  await expect(inbox.sheet.getByRole("button", { name: "Reopen" })).toBeFocused();
  await inbox.sheet.getByRole("button", { name: "All messages" }).click();
  await inbox.sheet.getByText("Quick replies", { exact: true }).click();
  const save = inbox.sheet.getByRole("button", { name: "Save Quick Replies" });
  await save.press("Enter");
  await expect(office.getByText("Quick replies saved", { exact: true })).toBeVisible();
  await expect(save).toBeFocused();

  await chat.choosePhotos(png("mouse.png", 90));
  await expect(chat.chosenPhotos).toHaveCount(1);
  await expect(chat.photoButton).toBeFocused();
  await page.route("**/api/chat/conversation", (route) => route.abort());
  await chat.panel.getByRole("button", { name: "Delete this conversation" }).press("Enter");
  const confirm = chat.panel.getByRole("button", { name: "Delete", exact: true });
  await confirm.press("Enter");
  await expect(chat.panel.getByRole("alert")).toContainText("could not be deleted");
  await expect(confirm).toBeFocused();
});

test("too many messages are refused with an explanation", async ({ page, errorLog }) => {
  errorLog.allow(/status of 429/);
  const chat = chatScreen(page);
  await page.goto("/contact");
  await chat.open();
  // How many messages reach the limit depends on the speed of the machine.
  const stopped = chat.messages.getByText("That is a lot of messages at once.").first();
  await expect(async () => {
    for (let i = 0; i < 5; i++) await chat.send("Message");
    await expect(stopped).toBeVisible({ timeout: 250 });
  }).toPass({ intervals: [0] });
  await expect(chat.messages.getByRole("button", { name: "Try again" }).first()).toBeVisible();
});
