import type { Locator } from "@playwright/test";
import { getData } from "./harness/admin-api";
import { png, type UploadFile } from "./harness/png";
import { accessibilityViolations, expect, expectNoHorizontalScroll, test } from "./harness/test";
import { adminScreen, signIn, uniqueName } from "./screens/admin";

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server);
});

const wordHtml = `<html><body><!--StartFragment--><h1>What to look for</h1>
  <p class=MsoNormal><b>Mud</b><b> tubes</b> climb the
  wall.<o:p>&nbsp;</o:p></p>
  <p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span
  style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>wings</p>
  <p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span
  style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>frass</p>
  <table><tr><td>Sign</td><td>Means</td></tr><tr><td>Tube</td><td>Workers</td></tr></table>
  <!--EndFragment--></body></html>`;

test("an article is written at 390 px with keyboard, Word and a picture", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const screen = adminScreen(page);
  await screen.open("posts");
  await screen.button("New Blog Post").click();
  const title = uniqueName("Article");
  await page.keyboard.type(title);
  await screen.dialog.getByRole("textbox", { name: "Excerpt" }).fill("Short and true.");
  const content = screen.dialog.getByRole("textbox", { name: "Content", exact: true });

  await content.focus();
  await page.keyboard.type("We look first");
  await page.keyboard.press("Shift+Home");
  await page.keyboard.press("Control+B");
  await expect(content).toHaveValue("**We look first**");
  await page.keyboard.press("Control+Z");
  await expect(content).toHaveValue("We look first");
  await page.keyboard.press("End");

  // The toolbar is one stop of the Tab key.
  await page.keyboard.press("Shift+Tab");
  const tool = (name: string) => screen.dialog.getByRole("button", { name, exact: true });
  await expect(tool("Bold")).toBeFocused();
  for (const name of ["Italic", "Link", "Heading"]) {
    await page.keyboard.press("ArrowRight");
    await expect(tool(name)).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(content).toBeFocused();
  await expect(content).toHaveValue("## We look first");
  await tool("Undo").click();
  await expect(content).toHaveValue("We look first");
  await tool("Redo").click();
  await expect(content).toHaveValue("## We look first");

  await page.keyboard.press("End");
  await page.keyboard.type("\n\n");
  await paste(content, wordHtml);
  const pasted =
    "## We look first\n\n## What to look for\n\n**Mud tubes** climb the wall.\n\n- wings\n- frass\n\n| Sign | Means |\n| --- | --- |\n| Tube | Workers |";
  await expect(content).toHaveValue(pasted);
  await page.keyboard.press("Control+Z");
  await expect(content).toHaveValue("## We look first\n\n");
  await page.keyboard.press("Control+Shift+Z");
  await expect(content).toHaveValue(pasted);

  await drop(content, png("mud-tube.png", 90));
  await expect(content).toHaveValue(/workers \|\n\n!\[mud tube\]\(\/objects\/uploads\/\w+\)\n\n$/i);
  // The cursor stands behind it.
  await page.keyboard.type("Seen in spring.");
  await expect(content).toHaveValue(/\)\n\nSeen in spring\.$/);
  // The picker of the device opens with one tap, and what is chosen is sent at once.
  const choosing = page.waitForEvent("filechooser");
  await tool("Picture").click();
  await (await choosing).setFiles(png("second.png", 90));
  await expect(content).toHaveValue(/spring\.\n\n!\[Picture\]\(\/objects\/uploads\/\w+\)\n\n$/);
  await expect(content).toBeFocused();
  await tool("Table").click();
  await expect(content).toHaveValue(/\)\n\n\| Column 1/);
  await tool("Undo").click();
  // A tooltip that opens now would be outside of all landmarks.
  await page.mouse.move(0, 0);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await expectNoHorizontalScroll(page);
  expect(await accessibilityViolations(page)).toEqual([]);

  const preview = screen.dialog.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("Short and true.");
  await expect(preview.getByRole("heading", { name: "What to look for" })).toBeVisible();
  await expect(preview.getByRole("img", { name: "mud tube" })).toBeVisible();
  await page.keyboard.press("Control+S");
  await screen.expectToast("Success");
  await expect(screen.dialog).toBeHidden();

  const slug = title.toLowerCase();
  await page.goto(`/blog/${slug}`);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "We look first", level: 2 })).toBeVisible();
  await expect(main.getByRole("cell", { name: "Workers" })).toBeVisible();
  const picture = main.getByRole("img", { name: "mud tube" });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect(picture).toHaveAttribute("width", "32");
});

test("a post has a URL, and Back, reload and the link to the page work", async ({
  page,
  adminApi,
}) => {
  const slug = uniqueName("linked");
  const { id } = await adminApi.save("/api/admin/blog-posts", {
    title: slug,
    slug,
    excerpt: "Short",
    content: "See https://linked.example/a.\n\n![A tube](https://pictures.example/tube.png)",
  });
  const screen = adminScreen(page);
  await screen.open("posts");
  await screen.button(`Edit ${slug}`).click();
  await expect(screen.dialog).toHaveAccessibleName("Edit Blog Post");
  await expect(page).toHaveURL(`/admin?tab=posts&post=${id}`);
  await page.goBack();
  await expect(screen.dialog).toBeHidden();
  await page.goForward();
  await expect(screen.dialog).toBeVisible();
  await page.reload();
  const excerpt = screen.dialog.getByRole("textbox", { name: "Excerpt" });
  await excerpt.fill("Shorter");
  await page.goBack();
  await expect(screen.dialog).toBeHidden();
  await screen.answerKept("Continue");
  await expect(excerpt).toHaveValue("Shorter");
  await screen.dialog.getByRole("button", { name: "Update Post" }).click();
  await screen.expectToast("Success");
  await expect(screen.dialog).toBeHidden();
  await expect(page).toHaveURL("/admin?tab=posts");

  await page.goto(`/admin?tab=posts&post=${id}`);
  const opened = page.waitForEvent("popup");
  const view = screen.dialog.getByRole("link", { name: "View post" });
  expect((await view.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  await view.click();
  const article = await opened;
  await expect(article).toHaveURL(`/blog/${slug}`);
  await expect(article.getByRole("link", { name: "https://linked.example/a" })).toBeVisible();
  // The policy allows the picture's host.
  const response = await page.request.get(`/blog/${slug}`);
  expect(response.headers()["content-security-policy"]).toContain("https://pictures.example");
  await article.close();

  await screen.dialog.getByRole("button", { name: "Cancel" }).click();
  await page.goto("/admin?tab=posts&post=999999");
  await screen.expectToast("Error", "This blog post no longer exists");
  await expect(page).toHaveURL("/admin?tab=posts");
});

test("HTML is edited visually, and markup that the editor does not know stays", async ({
  page,
  adminApi,
}) => {
  const save = (name: string, fullDescription: string) =>
    adminApi.save("/api/admin/service", {
      name,
      slug: name,
      shortDescription: "Short",
      fullDescription,
    });
  const simple = uniqueName("simple");
  const layout = uniqueName("layout");
  await save(simple, '<p class="text-xl">One</p>\n<ul>\n<li>Two</li>\n</ul>');
  await save(layout, '<div class="grid"><p>One</p></div>\n<p>Two</p>');
  const screen = adminScreen(page);
  await screen.open("services");
  const edit = async (name: string) => {
    const card = screen.panel.getByRole("listitem").filter({ hasText: name });
    await card.getByRole("button", { name: "Edit Service" }).click();
  };
  const description = screen.dialog.getByRole("textbox", { name: "Full Description" });

  await edit(simple);
  await expect(description).toHaveValue(/<ul>/);
  await screen.dialog.getByRole("button", { name: "Visual", exact: true }).click();
  await expect(description).toHaveAttribute("contenteditable", "true");
  await expect(description.getByRole("listitem")).toHaveText("Two");
  await description.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" and ");
  await page.keyboard.press("Control+B");
  await page.keyboard.type("three");
  await expect(screen.dialog.getByRole("button", { name: "Bold" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  expect(await accessibilityViolations(page)).toEqual([]);
  await screen.dialog.getByRole("button", { name: "HTML", exact: true }).click();
  await expect(description).toHaveValue(
    '<p class="text-xl">One</p>\n<ul><li>Two and <strong>three</strong></li></ul>',
  );
  await screen.dialog.getByRole("button", { name: "Visual", exact: true }).click();
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await screen.expectToast("Service updated");
  await expect(screen.dialog).toBeHidden();
  const { fullDescription } = await getData(page.request, `/api/services/${simple}`);
  expect(fullDescription).toContain("Two and <strong>three</strong>");

  // The choice is remembered, but this text cannot be edited visually.
  await edit(layout);
  await expect(screen.dialog).toContainText(
    "The visual editor does not know <div> and class of <div>, so this text is edited as HTML.",
  );
  await expect(description).toHaveValue(/<div class="grid">/);
  await screen.dialog.getByLabel("Short Description").fill("Shorter");
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(screen.dialog).toBeHidden();
  const kept = await getData(page.request, `/api/services/${layout}`);
  expect(kept.fullDescription).toContain('<div class="grid">');

  await screen.open("content");
  await screen.button("Enable Editing").click();
  await screen.button("About").click();
  await screen.button("Edit About Content").click();
  const about = screen.panel.getByRole("textbox", { name: "About Content" });
  await expect(about).toHaveAttribute("contenteditable", "true");
  await about.click();
  await page.keyboard.press("Escape");
  await expect(about).toBeHidden();
});

test("a template is written in the code editor and previewed in both themes", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.open("services");
  await screen.panel.getByRole("combobox").selectOption("Commercial Pest Control");
  const code = screen.panel.getByRole("textbox", { name: "Template" });
  await expect(code).toBeVisible();
  await screen.button("Code editor").click();
  await expect(code).toHaveAttribute("contenteditable", "true");
  await code.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.type('<p class="grid-cols-2');
  await expect(page.getByRole("option", { name: "grid-cols-2", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.type('">{na');
  await page.getByRole("option", { name: "{name}" }).click();
  await expect(code).toContainText('class="grid-cols-2">{name}');
  await expect(screen.panel.locator(".cm-lineNumbers")).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);

  await screen.tab("Preview").click();
  const theme = () =>
    screen.panel
      .locator("iframe")
      .evaluate((frame: HTMLIFrameElement) => frame.contentDocument?.documentElement.dataset.theme);
  await screen.button("Dark").click();
  await expect.poll(theme).toBe("dark");
  await screen.button("Light").click();
  await expect.poll(theme).toBe("light");

  await screen.tab("HTML Code").click();
  await expect(code).toContainText("{name}");
  await screen.button("Text box").click();
  await expect(code).toHaveValue(/^<p class="grid-cols-2">\{name\}/);
});

/** Pastes HTML into a text box, as a browser does after Ctrl+V. */
async function paste(box: Locator, html: string): Promise<void> {
  await box.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", pasted);
    clipboardData.setData("text/plain", "the same without formatting");
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, html);
}

async function drop(box: Locator, { name, mimeType, buffer }: UploadFile): Promise<void> {
  await box.evaluate(
    (element, file) => {
      const bytes = Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], file.name, { type: file.mimeType }));
      for (const kind of ["dragover", "drop"]) {
        element.dispatchEvent(
          new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }),
        );
      }
    },
    { name, mimeType, base64: buffer.toString("base64") },
  );
}

test("section 5, content form: an empty text is refused in the visual editor too", async ({
  page,
  server,
}) => {
  await signIn(page, server);
  const screen = adminScreen(page);
  await screen.open("content");
  await screen.button("Add New Content").click();
  const { dialog } = screen;
  await dialog.getByLabel("Key").fill(uniqueName("note"));
  await dialog.getByLabel("Type", { exact: true }).selectOption("html");
  await dialog.getByRole("button", { name: "Visual", exact: true }).click();
  const text = dialog.getByRole("textbox", { name: "Content" });
  await expect(text).toHaveAttribute("contenteditable", "true");
  await dialog.getByRole("button", { name: "Add Content" }).click();
  await expect(dialog).toContainText("Is required.");
  expect(await accessibilityViolations(page)).toEqual([]);
  // The browser has moved the focus to where it says so; typing goes on in the editor.
  await page.keyboard.type("Now there is one");
  await expect(text).toHaveText("Now there is one");
  await dialog.getByRole("button", { name: "Add Content" }).click();
  await screen.expectToast("Content updated");
});
