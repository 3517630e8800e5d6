import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { mockApi, renderWithPage } from "@/testing/render";
import { ImagePickerContext } from "@/ui/admin/image-picker";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { PostsPanel } from "./posts-panel";

// Its calls are tested where it is.
vi.mock("@/editing/preview/draft-preview", () => ({ DraftPreview: () => null }));

const post = (number: number) => ({
  id: number,
  title: `Post ${number}`,
  slug: `post-${number}`,
  excerpt: "Short",
  content: "",
  imageUrl: "",
  publishedAt: "2025-05-14T12:00:00-05:00",
  updatedAt: "2025-05-14T12:00:00-05:00",
});

const show = () =>
  renderWithPage(
    <TooltipProvider>
      <ImagePickerContext value={{ upload: () => {}, uploadAtOnce: () => {}, choose: () => {} }}>
        <PostsPanel />
      </ImagePickerContext>
    </TooltipProvider>,
  );

/** A server with so many posts, 20 in a part of the list. */
function mockPosts(count: number) {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    requests.push(url);
    const query = new URL(url, "http://localhost").searchParams;
    const found = Array.from({ length: count }, (_, index) => post(count - index)).filter(
      ({ title, slug }) =>
        title.toLowerCase().includes(query.get("search") ?? "") &&
        slug.includes(query.get("slug") ?? ""),
    );
    const start = Number(query.get("after") ?? 0);
    const data = found.slice(start, start + 20);
    const next = start + 20 < found.length && { Link: `</x?after=${start + 20}>; rel="next"` };
    return Response.json({ success: true, data }, { headers: next || {} });
  });
  return requests;
}

it("shows a short list without search and paging", async () => {
  const requests = mockPosts(20);
  show();
  expect(await screen.findAllByRole("listitem")).toHaveLength(20);
  expect(screen.queryByRole("searchbox")).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Load More" })).not.toBeInTheDocument();
  expect(requests).toEqual(["/api/blog-posts?limit=20&fields=summary"]);
});

it("loads a long list part by part and searches it on the server", async () => {
  mockPosts(45);
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Load More" }));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(40));
  await user.click(screen.getByRole("button", { name: "Load More" }));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(45));
  expect(screen.queryByRole("button", { name: "Load More" })).not.toBeInTheDocument();

  const search = screen.getByRole("searchbox", { name: "Search blog posts" });
  await user.type(search, "post 44");
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
  await user.clear(search);
  await user.type(search, "nothing");
  expect(await screen.findByText("No blog post matches the search")).toBeVisible();
  expect(screen.queryByText("No blog posts yet")).not.toBeInTheDocument();
  await user.clear(search);
  await waitFor(() => expect(screen.getAllByRole("listitem").length).toBeGreaterThan(1));
  expect(search).toHaveFocus();
});

it("edits a post with the content that the list does not have", async () => {
  mockApi({
    "/api/blog-posts?limit=20&fields=summary": [post(1)],
    "/api/blog-posts?id=1": [{ ...post(1), content: "The whole article" }],
  });
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Edit Post 1" }));
  expect(await screen.findByRole("dialog", { name: "Edit Blog Post" })).toBeVisible();
  expect(await screen.findByRole("textbox", { name: "Content" })).toHaveValue("The whole article");
});
