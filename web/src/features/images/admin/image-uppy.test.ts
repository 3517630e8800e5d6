import { expect, test } from "vitest";
import { ImageUppy, type UploadProblem } from "./image-uppy";

// Two files of the same name are the same one if they were changed at the same time. happy-dom takes 0
// for the current time.
const image = (name: string, bytes = 1) =>
  new File([new Uint8Array(bytes)], name, { type: "image/png", lastModified: 1 });

/** Adds files; returns the names of those that were taken and the problems with the others. */
function add(files: File[], maxFiles = 5) {
  const uppy = new ImageUppy(maxFiles);
  let problems: UploadProblem[] = [];
  uppy.onRefused = (all) => {
    problems = all;
  };
  uppy.addFiles(files);
  return { taken: uppy.getFiles().map(({ name }) => name), problems };
}

test("of ten images the first five are added and the rest are named", () => {
  const names = Array.from({ length: 10 }, (_, index) => `${index}.png`);
  expect(add(names.map((name) => image(name)))).toEqual({
    taken: names.slice(0, 5),
    problems: [
      {
        text: "You can upload 5 images at once. Not added: 5.png, 6.png, 7.png, 8.png, 9.png.",
      },
    ],
  });
});

test("a form that takes one image takes the first", () => {
  expect(add([image("a.png"), image("b.png")], 1)).toEqual({
    taken: ["a.png"],
    problems: [{ text: "You can upload one image at once. Not added: b.png." }],
  });
});

test("files that are refused for themselves do not use up the places", () => {
  const notes = new File(["notes"], "notes.txt", { type: "text/plain" });
  const { taken, problems } = add([notes, image("a.png"), image("a.png"), image("b.png")], 2);
  expect(taken).toEqual(["a.png", "b.png"]);
  expect(problems.map(({ text }) => text)).toEqual([
    "notes.txt was not added: it is not an image.",
    "a.png was not added: it was chosen already.",
  ]);
});

test("an image of 5242880 bytes is added, and one byte more is too large", () => {
  const large = image("large.png", 5_242_881);
  expect(add([image("full.png", 5_242_880), large])).toEqual({
    taken: ["full.png"],
    problems: [{ text: "large.png was not added: it is larger than 5 MB.", tooLarge: large }],
  });
});
