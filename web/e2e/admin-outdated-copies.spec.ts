import { getData } from "./harness/admin-api";
import { expect, expectNoHorizontalScroll, test } from "./harness/test";
import { adminScreen, signIn, uniqueName } from "./screens/admin";

test.use({ viewport: { width: 390, height: 844 } });

const paragraphs = ["Ants come in spring.", "Wasps come in summer.", "Mice come in autumn."];

function articleWith(changes: Record<number, string>): string {
  return paragraphs.map((paragraph, i) => changes[i] ?? paragraph).join("\n\n");
}

test("what was typed before somebody else saved is merged as soon as it is continued", async ({
  page,
  server,
  adminApi,
  errorLog,
}) => {
  errorLog.allow(/\/api\/admin\/preview\/changes/);
  page.on("dialog", (prompt) => prompt.accept());
  await signIn(page, server);
  const screen = adminScreen(page);
  const { dialog } = screen;
  const slug = uniqueName("outdated");
  const { id } = await adminApi.save("/api/admin/blog-posts", {
    title: slug,
    slug,
    excerpt: "By us",
    content: articleWith({}),
  });
  const field = (name: string) => dialog.getByRole("textbox", { name, exact: true });
  const group = (name: string) => dialog.getByRole("group", { name });
  const resume = dialog.getByRole("button", { name: /^Continue where you left off \(/ });
  const openPost = async () => {
    await screen.open("posts");
    await screen.button(`Edit ${slug}`).click();
  };
  // Every open form keeps its copy under an ID of its own.
  const copiesOf = async () => {
    const copies = await getData(page.request, "/api/admin/working-copies?kind=post");
    return copies.filter((copy: { id: string }) => copy.id.split("~")[0] === String(id));
  };
  /** Waits until the server has stored a working copy like this. */
  const expectKept = (copy: Record<string, unknown>) =>
    expect
      .poll(async () => {
        const [kept] = await copiesOf();
        if (!kept) return {};
        // A form that continues a copy takes it over under another ID.
        const response = await page.request.get(`/api/admin/working-copies/post/${kept.id}`);
        return response.ok() ? (await response.json()).data : {};
      })
      .toMatchObject(copy);

  await openPost();
  await field("Excerpt").fill("By me");
  await field("Content").fill(articleWith({ 0: "My ants." }));
  await expectKept({ values: { excerpt: "By me", content: articleWith({ 0: "My ants." }) } });
  await adminApi.save("/api/admin/blog-posts", {
    id,
    excerpt: "By them",
    imageUrl: "/art/termite.svg",
    content: articleWith({ 2: "Their mice." }),
  });

  // By keyboard alone. No save is needed to see both versions.
  await openPost();
  await expect(dialog.getByText("This was saved by somebody since")).toBeVisible();
  await resume.press("Enter");
  const heading = dialog.getByRole("heading", { name: "Somebody else saved this first" });
  await expect(heading).toBeFocused();
  await expectNoHorizontalScroll(page);
  await expect(dialog.getByRole("group")).toHaveCount(2);
  await expect(group("Content").getByRole("radio", { name: "Combine both" })).toBeChecked();
  await group("Excerpt").getByRole("radio", { name: "Keep mine" }).press("Space");
  await dialog.getByRole("button", { name: "Continue Editing" }).press("Enter");
  await expect(field("Blog Post Image")).toHaveValue("/art/termite.svg");
  await expect(field("Content")).toHaveValue(articleWith({ 0: "My ants.", 2: "Their mice." }));
  await expectKept({ original: { excerpt: "By them" }, values: { excerpt: "By me" } });

  // What was chosen is kept too, and does not have to be chosen again.
  await openPost();
  await expect(dialog.getByText("This was saved by somebody since")).toHaveCount(0);
  await resume.press("Enter");
  await expect(field("Excerpt")).toHaveValue("By me");
  await expect(heading).toHaveCount(0);
  await field("Excerpt").press("Control+s");
  await screen.expectToast("Success");
  await expect(dialog).toBeHidden();
  const [post] = await getData(page.request, `/api/blog-posts?slug=${slug}`);
  expect(post).toMatchObject({
    excerpt: "By me",
    imageUrl: "/art/termite.svg",
    content: articleWith({ 0: "My ants.", 2: "Their mice." }),
  });
  await expect.poll(copiesOf).toEqual([]);
});
