import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderWithPage } from "@/testing/render";
import { useOwnersPicture } from "./owners-picture";

function Picture() {
  const picture = useOwnersPicture();
  return (
    <>
      <p>Shown: {picture && (picture.url || "the drawing")}</p>
      <button type="button" onClick={() => picture?.set("/objects/uploads/NEW")}>
        Replace
      </button>
      <button type="button" onClick={() => picture?.set("")}>
        Remove
      </button>
    </>
  );
}

const stored = {
  id: 7,
  key: "about_image",
  section: "about",
  type: "image",
  value: "/objects/uploads/OLD",
  updatedAt: "2026-03-02T15:04:05Z",
};

/** Answers with the stored items, and returns what is sent. */
function server(items: object[]): { method: string; path: string; body: unknown }[] {
  const sent: { method: string; path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const method = init.method ?? "GET";
    if (method === "GET") return Response.json({ success: true, data: items });
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    sent.push({ method, path: new URL(url, "http://site.test").pathname, body });
    return Response.json({ success: true, message: "ok", data: stored, versions: [1] });
  });
  return sent;
}

it("replaces the stored picture, based on the version that was shown", async () => {
  const sent = server([stored]);
  const { user } = renderWithPage(<Picture />);
  await screen.findByText("Shown: /objects/uploads/OLD");
  await user.click(screen.getByRole("button", { name: "Replace" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    method: "POST",
    path: "/api/admin/content",
    body: { id: 7, key: "about_image", value: "/objects/uploads/NEW", basedOn: stored.updatedAt },
  });
});

it("stores the first picture, and brings the drawing back by deleting the item", async () => {
  const first = server([]);
  const { user, unmount } = renderWithPage(<Picture />);
  await screen.findByText("Shown: the drawing");
  await user.click(screen.getByRole("button", { name: "Replace" }));
  await waitFor(() => expect(first).toHaveLength(1));
  expect(first[0]?.body).not.toHaveProperty("id");
  unmount();

  const removed = server([stored]);
  const again = renderWithPage(<Picture />);
  await screen.findByText("Shown: /objects/uploads/OLD");
  await again.user.click(screen.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(removed).toHaveLength(1));
  expect(removed[0]).toMatchObject({ method: "DELETE", path: "/api/admin/content/7" });
});
