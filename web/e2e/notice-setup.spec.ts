import { secondCompany } from "./harness/second-company";
import { expect, expectNoHorizontalScroll, sweep, test } from "./harness/test";
import { uniqueName } from "./screens/admin";
import { chatScreen, inboxScreen, openInbox } from "./screens/chat";

test.use({ settings: { company: secondCompany }, hasTouch: true });

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  const details = viewport.width > 390 ? sweep : {};
  test(
    `the owner sets up e-mail at ${viewport.width} pixels, and a message of a visitor arrives`,
    details,
    async ({ page, newPage, server, mail, errorLog }) => {
      await page.setViewportSize(viewport);
      errorLog.allow(/channels\/email\/test: .* status of 502/);
      const owner = `${uniqueName("lead")}@pest.example`;
      const inbox = await openInbox(page, server);
      await inbox.sheet.getByText("Notices", { exact: true }).click();
      const form = inbox.sheet.getByRole("form", { name: "Where notices go" });
      const save = async () => {
        const saved = page.waitForResponse(
          (response) =>
            response.request().method() === "POST" && response.url().endsWith("/api/admin/notices"),
        );
        await form.getByRole("button", { name: "Save Notices" }).tap();
        await saved;
      };
      await form.getByLabel(/^E-mail addresses/).fill(owner);
      await form.getByLabel("Mail service").selectOption("Gmail");
      await expect(form.getByLabel("Mail server")).toHaveValue("smtp.gmail.com");
      await expect(form.getByRole("link", { name: /Make one at Gmail/ })).toBeVisible();
      await expectNoHorizontalScroll(page);

      // The first port is wrong, and the test says so in words.
      const { hostname, port } = new URL(mail.url);
      await form.getByLabel("Mail service").selectOption("Another mail server");
      await form.getByLabel("Mail server").fill(hostname);
      await form.getByLabel("Port").fill("1");
      await save();
      const send = inbox.sheet.getByRole("button", { name: "Send a test: E-mail" });
      await send.tap();
      await expect(
        inbox.sheet.getByText(/does not answer on port 1\. Check both/).first(),
      ).toBeVisible();
      await form.getByLabel("Port").fill(port);
      await save();
      await send.tap();
      await expect(inbox.sheet.getByText("The test was sent.")).toBeVisible();
      await expect.poll(() => mail.mails.map(({ to }) => to)).toContain(owner);

      const visitor = await newPage();
      const question = uniqueName("Wasps under the roof");
      await visitor.goto("/");
      const chat = chatScreen(visitor);
      await chat.button.click();
      await chat.send(question);
      await expect
        .poll(() => mail.mails.filter(({ text }) => text.includes(question)).length)
        .toBe(1);
      await expect(inboxScreen(page).sheet).toBeVisible();
    },
  );
}
