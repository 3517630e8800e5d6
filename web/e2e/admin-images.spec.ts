import { deflateSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "./harness/test";
import { adminScreen, signIn, unique } from "./screens/admin";

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server);
});

test("pictures are uploaded, looked at, copied and removed", async ({ page, context }) => {
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
  await pick(page, [png("one.png", 10), png("two.png", 20)]);
  await expect(screen.dialog).toContainText("one.png");
  await screen.dialog.getByRole("button", { name: "Upload 2 files" }).click();
  await screen.says("Image uploaded successfully!");
  await expect(screen.dialog).toHaveCount(0);
  await expect(screen.panel.getByRole("heading", { name: "Uploaded Images (2)" })).toBeVisible();

  const thumbnail = screen.button(/^Image-\d+$/).first();
  await thumbnail.click();
  const details = screen.panel.getByRole("region", { name: "Image Details" });
  await details.getByLabel("Image Name").fill("Front porch");
  await expect(screen.button("Front porch")).toBeVisible();
  const address = details.getByRole("textbox", { name: "Image URL" });
  await expect(address).toHaveValue(/^\/objects\/uploads\//);
  await expect(address).toHaveAttribute("readonly");
  await details.getByRole("button", { name: "Copy Image URL" }).click();
  await screen.says("Copied", "Image URL copied to clipboard");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await address.inputValue(),
  );

  await screen.tab("Blog Posts").click();
  await screen.tab("Images").click();
  await expect(screen.button("Front porch")).toBeVisible();
  await screen.button("Remove Front porch").click();
  await screen.says("Removed", "Image removed from manager");
  await expect(screen.panel.getByRole("heading", { name: "Uploaded Images (1)" })).toBeVisible();
  await page.reload();
  await expect(screen.panel.getByRole("heading", { name: "Uploaded Images (0)" })).toBeVisible();
});

test("the uploader refuses what is no picture, too large or too many", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.open("images");
  await screen.button("Upload Images").click();
  await pick(page, [{ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") }]);
  await expect(
    screen.dialog.getByRole("listitem").filter({ hasText: "notes.txt: " }),
  ).toBeVisible();
  const large = Buffer.concat([png("large.png", 30).buffer, Buffer.alloc(5_242_880)]);
  await pick(page, [{ name: "large.png", mimeType: "image/png", buffer: large }]);
  await expect(
    screen.dialog.getByRole("listitem").filter({ hasText: "large.png: " }),
  ).toBeVisible();
  await pick(
    page,
    [1, 2, 3, 4, 5, 6].map((number) => png(`${number}.png`, number)),
  );
  await expect(screen.dialog.getByRole("listitem").filter({ hasText: /5 files/ })).toBeVisible();
  await expect(screen.dialog.getByRole("button", { name: /^Upload \d/ })).toHaveCount(0);
});

test("a refused upload stays open and says what the server found", async ({ page, complaints }) => {
  complaints.allow(/status of 4\d\d|Uppy/);
  const screen = adminScreen(page);
  await screen.open("images");
  await screen.button("Upload Images").click();
  await pick(page, [
    { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("not a picture at all") },
  ]);
  await screen.dialog.getByRole("button", { name: "Upload 1 file" }).click();
  await expect(
    screen.dialog.getByRole("listitem").filter({ hasText: /fake\.png: .*\w/ }),
  ).toBeVisible();
  await expect(screen.dialog.getByText("Upload failed")).toBeVisible();
});

test("an address that cannot be had fails the upload", async ({ page, complaints }) => {
  complaints.allow(/status of 503|Uppy/);
  const screen = adminScreen(page);
  await page.route("/api/admin/images/upload-url", (route) =>
    route.fulfill({ status: 503, json: { success: false, message: "The storage is away." } }),
  );
  await screen.open("images");
  await screen.button("Upload Images").click();
  await pick(page, [png("one.png", 40)]);
  await screen.dialog.getByRole("button", { name: "Upload 1 file" }).click();
  await expect(screen.dialog.getByText("Upload failed")).toBeVisible();
  await expect(
    screen.dialog.getByRole("listitem").filter({ hasText: "The storage is away." }),
  ).toBeVisible();
});

test("what comes from a Google-style store is kept under our own address", async ({ page }) => {
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
  // The policy names no storage here; the journey is about what is done with its address.
  await page.route("/admin?tab=posts", async (route) => {
    const answer = await route.fetch();
    const headers = answer.headers();
    delete headers["content-security-policy"];
    await route.fulfill({ response: answer, headers });
  });
  await page.route("/objects/uploads/abc-123", (route) =>
    route.fulfill({ contentType: "image/png", body: png("x", 1).buffer }),
  );
  await screen.open("posts");
  await screen.button("New Blog Post").click();
  await screen.dialog.getByRole("button", { name: "Upload Image" }).click();
  await pick(page, [png("one.png", 50)]);
  await page.getByRole("button", { name: "Upload 1 file" }).click();
  await screen.says("Image uploaded successfully!");
  await expect(screen.dialog).toHaveAccessibleName("Create New Blog Post");
  await expect(screen.dialog.getByLabel("Blog Post Image")).toHaveValue("/objects/uploads/abc-123");
  await expect(screen.dialog.getByRole("img", { name: "Preview" })).toBeVisible();
});

test("a thumbnail that cannot be loaded shows an error instead", async ({ page, complaints }) => {
  complaints.allow(/status of 404/);
  const screen = adminScreen(page);
  await page.route("/objects/uploads/**", (route) =>
    route.request().method() === "GET" ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  await screen.open("images");
  await screen.button("Upload Images").click();
  await pick(page, [png("one.png", 60)]);
  await screen.dialog.getByRole("button", { name: "Upload 1 file" }).click();
  const image = screen.panel.getByRole("img", { name: /^Error/ });
  await expect(image).toHaveAttribute("src", /^data:image\/svg\+xml.*Error/);
});

test("the library finds, renames, lends and deletes pictures", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.open("images");
  await screen.button("Upload Images").click();
  const [barn, fence, renamed] = [unique("barn"), unique("fence"), unique("Fence line")];
  await pick(page, [png(`${barn}.png`, 70), png(`${fence}.png`, 80)]);
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
  await screen.says("Image updated");

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
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await screen.says("Service updated");

  await screen.tab("Images").click();
  await library.getByRole("button", { name: renamed }).click();
  await expect(screen.dialog).toContainText("Service: General Pest Control");
  await screen.dialog.getByRole("button", { name: "Delete Image" }).click();
  await expect(screen.alert).toContainText(
    'It will be missing from service "General Pest Control".',
  );
  await screen.alert.getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("Escape");

  await library.getByRole("button", { name: barn }).click();
  await screen.dialog.getByRole("button", { name: "Delete Image" }).click();
  await screen.alert.getByRole("button", { name: "Delete", exact: true }).click();
  await screen.says("Image deleted");
  await expect(library.getByRole("button", { name: barn })).toHaveCount(0);
});

interface PickedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

async function pick(page: Page, files: PickedFile[]): Promise<void> {
  await page.getByRole("dialog").locator("input[type=file]").first().setInputFiles(files);
}

/** A picture of 32 by 32 pixels in one shade of grey: no two shades are the same file. */
function png(name: string, shade: number): PickedFile {
  const side = 32;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(side * (side + 1), shade);
  for (let row = 0; row < side; row++) rows[row * (side + 1)] = 0;
  const buffer = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return { name, mimeType: "image/png", buffer };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function crc32(data: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
