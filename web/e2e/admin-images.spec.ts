import type { Page } from "@playwright/test";
import { noisePng, png, type UploadFile } from "./harness/png";
import { holdRequests } from "./harness/routes";
import { expect, test, waitForIdle } from "./harness/test";
import { adminScreen, signIn, uniqueName } from "./screens/admin";

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server);
});

test("images are uploaded, selected, copied and removed", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const screen = adminScreen(page);
  await screen.open("images");
  await expect(
    screen.panel.getByText("Upload and manage images for your website content"),
  ).toBeVisible();
  await expect(screen.panel.getByText("No images uploaded yet")).toBeVisible();
  await expect(screen.panel.getByText("Upload your first image to get started")).toBeVisible();

  await screen.button("Upload Images").click();
  await expect(screen.dialog.getByText("Images only, up to 5MB each")).toBeVisible();
  await chooseFiles(page, [png("one.png", 10), png("two.png", 20)]);
  await expect(screen.dialog).toContainText("one.png");
  await screen.dialog.getByRole("button", { name: "Upload 2 files" }).click();
  await screen.expectToast("Image uploaded successfully!");
  await expect(screen.dialog).toHaveCount(0);
  await expect(screen.panel.getByRole("heading", { name: "Uploaded Images (2)" })).toBeVisible();

  const thumbnail = screen.button(/^Image-\d+$/).first();
  await thumbnail.click();
  const details = screen.panel.getByRole("region", { name: "Image Details" });
  await details.getByLabel("Image Name").fill("Front porch");
  await expect(screen.button("Front porch")).toBeVisible();
  const url = details.getByRole("textbox", { name: "Image URL" });
  await expect(url).toHaveValue(/^\/objects\/uploads\//);
  await expect(url).toHaveAttribute("readonly");
  await details.getByRole("button", { name: "Copy Image URL" }).click();
  await screen.expectToast("Copied", "Image URL copied to clipboard");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await url.inputValue());

  await screen.tab("Blog Posts").click();
  await screen.tab("Images").click();
  await expect(screen.button("Front porch")).toBeVisible();
  await screen.button("Remove Front porch").click();
  await screen.expectToast("Removed", "Image removed from manager");
  await expect(screen.panel.getByRole("heading", { name: "Uploaded Images (1)" })).toBeVisible();
  await page.reload();
  await expect(screen.panel.getByRole("heading", { name: "Uploaded Images (0)" })).toBeVisible();
});

test("the uploader refuses other file types, and takes the first five of ten images", async ({
  page,
}) => {
  const screen = adminScreen(page);
  await screen.open("images");
  await screen.button("Upload Images").click();
  await chooseFiles(page, [
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") },
    ...Array.from({ length: 10 }, (_, number) => png(`${number}.png`, number)),
  ]);
  await expect(screen.dialog.getByRole("alert").getByRole("listitem")).toHaveText([
    "notes.txt was not added: it is not an image.",
    "You can upload 5 images at once. Not added: 5.png, 6.png, 7.png, 8.png, 9.png.",
  ]);
  await expect(screen.dialog.getByRole("button", { name: "Upload 5 files" })).toBeVisible();
});

test("a photo above 5 MB is shrunk without asking, and added", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.open("images");
  await screen.button("Upload Images").click();
  const name = uniqueName("large");
  await chooseFiles(page, [noisePng(`${name}.png`, 2600)]);
  const problem = screen.dialog.getByRole("alert").getByRole("listitem");
  const result = problem.getByText(
    new RegExp(`^${name}.png was shrunk to [\\d.]+ (KB|MB) and added\\.$`),
  );
  await expect(result).toBeVisible();
  await screen.dialog.getByRole("button", { name: "Upload 1 file" }).click();
  await screen.expectToast("Image uploaded successfully!");
  const library = screen.panel.getByRole("region", { name: "Image Library" });
  await expect(library.getByRole("button", { name })).toContainText(/^.*\d+ × \d+, /);
});

test("images are dropped on the dashed box", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.open("images");
  const { name, buffer } = png("dropped.png", 90);
  const dataTransfer = await page.evaluateHandle(
    ([fileName, bytes]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], fileName, { type: "image/png" }));
      return transfer;
    },
    [name, [...buffer]] as const,
  );
  const box = screen.panel.getByText("Up to 5 images at once");
  await box.dispatchEvent("dragover", { dataTransfer });
  await box.dispatchEvent("drop", { dataTransfer });
  await expect(screen.dialog).toContainText("dropped.png");
  await screen.dialog.getByRole("button", { name: "Upload 1 file" }).click();
  await expect(screen.panel.getByRole("heading", { name: "Uploaded Images (1)" })).toBeVisible();
});

test("Escape asks before it stops an upload", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.open("images");
  await screen.button("Upload Images").click();
  await chooseFiles(page, [png("slow.png", 95)]);
  const release = await holdRequests(page, "/api/admin/images/upload-url");
  await screen.dialog.getByRole("button", { name: "Upload 1 file" }).click();
  await page.keyboard.press("Escape");
  await expect(screen.alert).toHaveAccessibleName("Stop the upload?");
  await screen.alert.getByRole("button", { name: "Keep Uploading" }).click();
  await expect(screen.alert).toHaveCount(0);
  // Radix gives Escape back to the dialog some time after the question has gone.
  await waitForIdle(page);
  await page.keyboard.press("Escape");
  // The question goes away when there is nothing left to stop.
  await expect(screen.alert).toBeVisible();
  release();
  await screen.expectToast("Image uploaded successfully!");
  await expect(screen.alert).toHaveCount(0);
  await expect(screen.panel.getByRole("heading", { name: "Uploaded Images (1)" })).toBeVisible();

  const releaseAgain = await holdRequests(page, "/api/admin/images/upload-url");
  await screen.button("Upload Images").click();
  await chooseFiles(page, [png("stopped.png", 96)]);
  await screen.dialog.getByRole("button", { name: "Upload 1 file" }).click();
  await page.keyboard.press("Escape");
  await screen.alert.getByRole("button", { name: "Stop Upload" }).click();
  await expect(screen.dialog).toHaveCount(0);
  releaseAgain();
  await expect(screen.panel.getByRole("heading", { name: "Uploaded Images (1)" })).toBeVisible();
});

test("a refused upload keeps the dialog open and shows the server's message", async ({
  page,
  errorLog,
}) => {
  errorLog.allow(/status of 4\d\d|Uppy/);
  const screen = adminScreen(page);
  await screen.open("images");
  await screen.button("Upload Images").click();
  await chooseFiles(page, [
    { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("not a picture at all") },
  ]);
  await screen.dialog.getByRole("button", { name: "Upload 1 file" }).click();
  await expect(
    screen.dialog.getByRole("listitem").filter({ hasText: /fake\.png: .*\w/ }),
  ).toBeVisible();
  await expect(screen.dialog.getByText("Upload failed")).toBeVisible();
});

test("the upload fails when no upload URL is available", async ({ page, errorLog }) => {
  errorLog.allow(/status of 503|Uppy/);
  const screen = adminScreen(page);
  await page.route("/api/admin/images/upload-url", (route) =>
    route.fulfill({ status: 503, json: { success: false, message: "The storage is away." } }),
  );
  await screen.open("images");
  await screen.button("Upload Images").click();
  await chooseFiles(page, [png("one.png", 40)]);
  await screen.dialog.getByRole("button", { name: "Upload 1 file" }).click();
  await expect(screen.dialog.getByText("Upload failed")).toBeVisible();
  await expect(
    screen.dialog.getByRole("listitem").filter({ hasText: "The storage is away." }),
  ).toBeVisible();
});

test("a Google storage URL becomes a path under /objects/uploads", async ({ page }) => {
  const storage = "https://storage.googleapis.com/bucket/uploads/abc-123";
  const screen = adminScreen(page);
  await page.route("/api/admin/images/upload-url", (route) =>
    route.fulfill({ json: { uploadURL: `${storage}?X-Goog-Signature=1` } }),
  );
  await page.route(`${storage}**`, (route) =>
    route.fulfill({
      headers: {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Methods": "PUT",
        "Access-Control-Allow-Headers": "*",
        "Access-Control-Expose-Headers": "ETag",
        ETag: '"1"',
      },
    }),
  );
  // The policy does not allow this storage host, and the test is only about its URL.
  await page.route("/admin?tab=posts", async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    delete headers["content-security-policy"];
    await route.fulfill({ response, headers });
  });
  await page.route("/objects/uploads/abc-123", (route) =>
    route.fulfill({ contentType: "image/png", body: png("x", 1).buffer }),
  );
  await screen.open("posts");
  await screen.button("New Blog Post").click();
  await screen.dialog.getByRole("button", { name: "Upload Image" }).click();
  await chooseFiles(page, [png("one.png", 50)]);
  await page.getByRole("button", { name: "Upload 1 file" }).click();
  await screen.expectToast("Image uploaded successfully!");
  await expect(screen.dialog).toHaveAccessibleName("Create New Blog Post");
  await expect(screen.dialog.getByLabel("Blog Post Image")).toHaveValue("/objects/uploads/abc-123");
  await expect(screen.dialog.getByRole("img", { name: "Preview" })).toBeVisible();
});

test("a thumbnail that fails to load shows the error placeholder", async ({ page, errorLog }) => {
  errorLog.allow(/status of 404/);
  const screen = adminScreen(page);
  await page.route("/objects/uploads/**", (route) =>
    route.request().method() === "GET" ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  await screen.open("images");
  await screen.button("Upload Images").click();
  await chooseFiles(page, [png("one.png", 60)]);
  await screen.dialog.getByRole("button", { name: "Upload 1 file" }).click();
  const image = screen.panel.getByRole("img", { name: /^Error/ });
  await expect(image).toHaveAttribute("src", /^data:image\/svg\+xml.*Error/);
});

test("library images are searched, renamed, used and deleted", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.open("images");
  await screen.button("Upload Images").click();
  const [barn, fence, renamed] = [
    uniqueName("barn"),
    uniqueName("fence"),
    uniqueName("Fence line"),
  ];
  await chooseFiles(page, [png(`${barn}.png`, 70), png(`${fence}.png`, 80)]);
  await screen.dialog.getByRole("button", { name: "Upload 2 files" }).click();
  const library = screen.panel.getByRole("region", { name: "Image Library" });
  await expect(library.getByRole("button", { name: barn })).toBeVisible();
  await library.getByLabel("Search images").fill(fence.slice(1));
  await expect(library.getByRole("button", { name: barn })).toHaveCount(0);
  await library.getByRole("button", { name: fence }).click();
  await expect(screen.dialog).toHaveAccessibleName("Library Image");
  await expect(screen.dialog).toContainText("32 × 32 pixels");
  await expect(screen.dialog).toContainText("Nothing");
  await screen.dialog.getByLabel("Name").fill(renamed);
  await screen.dialog.getByLabel("Alternative Text").fill("A cedar fence at dusk");
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await screen.expectToast("Image updated");

  await screen.tab("Services").click();
  await screen.panel
    .getByRole("listitem")
    .filter({ hasText: "General Pest Control" })
    .getByRole("button", { name: "Edit Service" })
    .click();
  await screen.dialog.getByRole("button", { name: "Choose from Library" }).click();
  await expect(screen.dialog).toHaveAccessibleName("Choose from Library");
  await screen.dialog.getByRole("button", { name: renamed }).click();
  await expect(screen.dialog.getByLabel("Image URL")).toHaveValue(/^\/objects\/uploads\//);
  const src = await screen.dialog.getByLabel("Image URL").inputValue();
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await screen.expectToast("Service updated");

  await screen.tab("Images").click();
  await library.getByRole("button", { name: renamed }).click();
  await expect(screen.dialog).toContainText("Service: General Pest Control");
  await screen.dialog.getByRole("button", { name: "Delete Image" }).click();
  await expect(screen.alert).toContainText(
    'It will be missing from service "General Pest Control".',
  );
  await screen.alert.getByRole("button", { name: "Cancel" }).click();
  await screen.dialog.getByRole("button", { name: "Delete Image" }).click();
  await screen.alert.getByRole("button", { name: "Delete", exact: true }).click();
  await screen.expectToast("Image deleted");
  await expect(library.getByRole("button", { name: renamed })).toHaveCount(0);
  expect((await page.request.get(src)).status(), "while it is deleted").toBe(404);
  await page.getByRole("button", { name: "Undo" }).click();
  await screen.expectToast("Undone"); // otherwise it could replace the next toast
  await expect(library.getByRole("button", { name: renamed })).toContainText("Used in 1 place");
  expect((await page.request.get(src)).status(), "after the undo").toBe(200);

  await library.getByRole("button", { name: barn }).click();
  await screen.dialog.getByRole("button", { name: "Delete Image" }).click();
  await screen.alert.getByRole("button", { name: "Delete", exact: true }).click();
  await screen.expectToast("Image deleted");
  await expect(library.getByRole("button", { name: barn })).toHaveCount(0);
});

async function chooseFiles(page: Page, files: UploadFile[]): Promise<void> {
  await page.getByRole("dialog").locator("input[type=file]").first().setInputFiles(files);
}
