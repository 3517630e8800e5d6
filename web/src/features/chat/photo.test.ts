import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fitInto, preparePhoto } from "./photo";

it.each([
  ["a large one", { width: 4000, height: 3000 }, { width: 1600, height: 1200 }],
  ["an upright one", { width: 3000, height: 4000 }, { width: 1200, height: 1600 }],
  ["a small one", { width: 300, height: 200 }, { width: 300, height: 200 }],
  ["a line", { width: 9000, height: 1 }, { width: 1600, height: 1 }],
])("fits %s", (_, size, fitted) => {
  expect(fitInto(1600, size)).toEqual(fitted);
});

const drawn: string[] = [];
const close = vi.fn();
const decode = vi.fn();

// happy-dom has no canvas.
beforeEach(() => {
  drawn.length = 0;
  vi.stubGlobal(
    "createImageBitmap",
    decode.mockResolvedValue({ width: 4000, height: 3000, close }),
  );
  const prototype = HTMLCanvasElement.prototype;
  vi.spyOn(prototype, "getContext").mockReturnValue({
    fillRect: () => drawn.push("background"),
    drawImage: (_: unknown, x: number, y: number, width: number, height: number) =>
      drawn.push(`${x},${y} ${width}x${height}`),
  } as unknown as null);
  vi.spyOn(prototype, "toDataURL").mockReturnValue("data:image/jpeg;base64,AA==");
  vi.spyOn(prototype, "toBlob").mockImplementation((done, type = "") =>
    done(new Blob(["small"], { type })),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("scales a photo down, the right way up, and makes a thumbnail", async () => {
  const file = new Blob(["large"], { type: "image/png" });
  const photo = await preparePhoto(file);
  expect(decode).toHaveBeenCalledWith(file, { imageOrientation: "from-image" });
  expect(photo).toMatchObject({
    width: 1600,
    height: 1200,
    thumbnail: "data:image/jpeg;base64,AA==",
  });
  expect(photo.file.type).toBe("image/jpeg");
  expect(drawn).toEqual(["background", "0,0 1600x1200", "background", "0,0 480x360"]);
  expect(close).toHaveBeenCalledOnce();
  expect((await preparePhoto(file)).key).not.toBe(photo.key);
});

it("rejects what the browser cannot read", async () => {
  decode.mockRejectedValueOnce(new DOMException("no", "InvalidStateError"));
  await expect(preparePhoto(new Blob(["text"]))).rejects.toThrow("no");
});
