import { getData } from "./harness/admin-api";
import { holdRequests } from "./harness/routes";
import { expect, expectNoHorizontalScroll, test } from "./harness/test";
import {
  addUser,
  adminScreen,
  endSession,
  signIn,
  uniqueName,
  waitForResponses,
} from "./screens/admin";
import { inboxScreen } from "./screens/chat";
import {
  continueButton,
  postDialog,
  typeInKilledTabs,
  waitForCopy,
} from "./screens/working-copies";

const phoneSize = { width: 390, height: 844 };

test("a tab that is killed while somebody types loses at most two seconds", async ({
  context,
  page,
  server,
  adminApi,
}) => {
  await signIn(page, server);
  await typeInKilledTabs(context, adminApi, [
    { crash: true, until: "stored" },
    { crash: false, until: "typed" },
  ]);
});

test("what was typed on one device is continued on another", async ({
  newPage,
  page,
  server,
  adminApi,
  errorLog,
}) => {
  // A post without an excerpt cannot be compared with the pages yet.
  errorLog.allow(/\/api\/admin\/preview\/changes: .* status of 400/);
  const title = uniqueName("Half written");
  const pages = ["/", "/blog", "/feed.xml", "/api/blog-posts"];
  const published = async () =>
    Promise.all(pages.map(async (path) => (await page.request.get(path)).text()));
  const before = await published();

  await page.setViewportSize(phoneSize);
  // Other tests leave unfinished posts behind.
  const user = addUser(server, "admin");
  await signIn(page, server, user);
  const screen = adminScreen(page);
  const first = postDialog(page);
  await screen.open("posts");
  await screen.button("New Blog Post").click();
  await first.title.fill(title);
  const stored = waitForCopy(page, "Written on the phone.");
  await first.content.fill("Written on the phone.");
  await stored;
  expect(await published()).toEqual(before);

  // The list shows it on the other device, and the form as it was.
  const other = await newPage({ viewport: phoneSize });
  await signIn(other, server, user);
  const otherScreen = adminScreen(other);
  const second = postDialog(other);
  await otherScreen.open("posts");
  const unfinished = otherScreen.panel.getByRole("region", { name: "Unfinished posts" });
  await expect(unfinished).toContainText(title);
  await expectNoHorizontalScroll(other);
  await unfinished.getByRole("button", { name: `Continue with ${title}` }).click();
  await expect(second.content).toHaveValue("Written on the phone.");
  await expect(second.resume).toHaveCount(0);
  await second.content.fill("Written on the phone. And on a tablet.");
  await second.dialog.getByRole("textbox", { name: "Excerpt" }).fill("Short.");
  await second.dialog.getByRole("button", { name: "Create Post" }).click();
  await otherScreen.expectToast("Success");
  await expect(unfinished).toHaveCount(0);
  const copies = () => getData(page.request, "/api/admin/working-copies?kind=post");
  await expect.poll(copies).toEqual([]);
  await other.context().close();

  // It was created there, so nothing is offered here any more.
  page.on("dialog", (prompt) => prompt.accept());
  await screen.open("posts");
  await expect(screen.button(`Edit ${title}`)).toBeVisible();
  await screen.button("New Blog Post").click();
  await expect(first.dialog).toBeVisible();
  await expect(first.resume).toHaveCount(0);
  await first.dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(first.dialog).toHaveCount(0);

  // Somebody saves other fields and the same field while the work lies here.
  const posts = await getData(page.request, "/api/blog-posts");
  const { id } = posts.find((post: { title: string }) => post.title === title);
  await screen.button(`Edit ${title}`).click();
  const kept = waitForCopy(page, "Mine");
  await first.content.fill("Mine");
  await kept;
  await adminApi.save("/api/admin/blog-posts", { id, excerpt: "Their excerpt." });
  await screen.open("posts");
  await screen.button(`Edit ${title}`).click();
  await expect(first.dialog.getByText("This was saved by somebody since")).toHaveCount(0);
  await first.dialog.getByText("Changed: Content").click();
  await expect(first.dialog.locator("del").first()).toContainText("Written");
  await expect(first.dialog.locator("ins").first()).toContainText("Mine");
  await expectNoHorizontalScroll(page);
  await first.resume.click();
  await expect(first.content).toHaveValue("Mine");
  await expect(first.dialog.getByRole("textbox", { name: "Excerpt" })).toHaveValue(
    "Their excerpt.",
  );
  const keptAgain = waitForCopy(page, "Mine again");
  await first.content.fill("Mine again");
  await keptAgain;
  await adminApi.save("/api/admin/blog-posts", { id, content: "Theirs" });
  await screen.open("posts");
  await screen.button(`Edit ${title}`).click();
  await expect(first.dialog.getByText("This was saved by somebody since")).toBeVisible();
  await first.dialog.getByRole("button", { name: "Discard", exact: true }).click();
  await expect(first.resume).toHaveCount(0);
  await expect(first.content).toHaveValue("Theirs");

  // Cancel asks nothing. What was typed is discarded only if the person says so.
  await first.content.fill("Never mind");
  await expect(first.dialog.getByText(/^Draft saved \d+:\d\d/)).toBeVisible();
  await first.dialog.getByRole("button", { name: "Cancel" }).click();
  await screen.answerKept("Continue");
  await expect(first.content).toHaveValue("Never mind");
  await first.dialog.getByRole("button", { name: "Cancel" }).click();
  await screen.answerKept("Discard");
  await screen.button(`Edit ${title}`).click();
  await expect(first.content).toHaveValue("Theirs");
  await expect(first.resume).toHaveCount(0);
});

// Every form keeps what is typed: see admin-kept-forms.spec.ts.
test("a dialog, a sheet and a chat reply offer what was typed, also after the session has ended", async ({
  page,
  server,
  errorLog,
}) => {
  errorLog.allow(/status of 401/);
  page.on("dialog", (prompt) => prompt.accept());
  await page.setViewportSize(phoneSize);
  // What this leaves behind is not offered to other tests.
  const user = addUser(server, "admin");
  // The stream may notice that the session has ended before a slow test goes on.
  const stream = "**/api/admin/chat/events*";
  await holdRequests(page, stream);
  await signIn(page, server, user);
  const screen = adminScreen(page);
  const question = uniqueName("Ants in the kitchen");
  const message = await page.request.post("/api/chat/messages", {
    data: { key: uniqueName("key"), text: question, page: "/" },
    headers: { Origin: server.origin },
  });
  await expect(message).toBeOK();
  const inbox = inboxScreen(page);
  const forms = [
    {
      name: "content dialog",
      open: async () => {
        await screen.open();
        await screen.button("Add New Content").click();
        return screen.dialog.getByRole("textbox", { name: "Content" });
      },
    },
    {
      name: "company section",
      open: async () => {
        await page.goto("/admin?panel=company&section=business");
        return screen.dialog.getByRole("textbox").nth(1);
      },
    },
    {
      name: "chat reply",
      open: async () => {
        await page.unroute(stream); // here it has to notice
        await page.goto("/admin?panel=messages");
        await inbox.openConversation(question);
        return inbox.box;
      },
    },
  ];
  for (const { name, open } of forms) {
    await test.step(name, async () => {
      const text = uniqueName("Typed");
      const resume = page.getByRole("button", { name: continueButton });
      const box = await open();
      await expect(box).toBeEditable();
      const stored = name === "company section" ? waitForCopy(page, text) : undefined;
      await box.fill(text);
      let typed = text;
      if (!stored) {
        // Nothing reaches the server.
        await waitForResponses(page);
        await endSession(page, server);
        if (name === "chat reply") {
          // Messages cannot be followed without a session, so the question comes at once.
          await page.getByRole("dialog", { name: "Sign in again" }).waitFor();
        } else {
          await box.press("End");
          await box.pressSequentially("!");
          typed += "!";
        }
        await signIn(page, server, user);
      } else await stored;
      await (await open()).waitFor();
      await expectNoHorizontalScroll(page, name);
      await resume.click();
      await expect(resume).toHaveCount(0);
      const again = page.locator("textarea, input").filter({ visible: true });
      await expect
        .poll(async () =>
          again.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)),
        )
        .toContain(typed);
    });
  }
});
