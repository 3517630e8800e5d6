import { expect, it } from "vitest";
import type { Service } from "@/api/services";
import { picturesOf } from "./delete-service-dialog";

it("lists each picture of a service once, without template variables", () => {
  const service = {
    imageUrl: "/art/termite.svg",
    fullDescription:
      '<p><img src="/objects/uploads/A" alt=""><img alt="" src="/art/termite.svg"></p>',
    template: '<img class="w-full" src="{imageUrl}"><img src="https://x.example/b.png">',
  } as Service;
  expect(picturesOf(service)).toEqual([
    "/art/termite.svg",
    "/objects/uploads/A",
    "https://x.example/b.png",
  ]);
  expect(picturesOf({ ...service, imageUrl: "", fullDescription: "", template: "" })).toEqual([]);
});
