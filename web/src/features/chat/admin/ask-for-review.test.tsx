import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { mockApi, renderWithPage } from "@/testing/render";
import { AskForReview } from "./ask-for-review";

const path = "/api/admin/review-request";
const url = "https://search.google.com/local/writereview?placeid=x";

it("shares the address, sends it as a text to somebody of the phone, and shows its QR code", async () => {
  mockApi({ [path]: { url, qr: "<svg/>" } });
  const share = vi.fn(async (_: ShareData) => undefined);
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { share }));
  const { user } = renderWithPage(<AskForReview />);
  expect(fetch).not.toHaveBeenCalled();
  await user.click(screen.getByText("Ask for a review"));
  await user.click(await screen.findByRole("button", { name: "Share" }));
  expect(share).toHaveBeenCalledExactlyOnceWith({
    text: expect.stringContaining("Thank you for choosing"),
    url,
  });
  expect(screen.getByRole("link", { name: "Send as text" }).getAttribute("href")).toMatch(
    /^sms:\?&body=Thank%20you.*https%3A%2F%2Fsearch\.google\.com/,
  );
  expect(screen.getByRole("img", { name: /QR code/ })).toBeVisible();
});

it("leads to the connection while there is no address", async () => {
  mockApi({ [path]: { url: "", qr: "" } });
  const { user } = renderWithPage(<AskForReview />);
  await user.click(screen.getByText("Ask for a review"));
  expect(await screen.findByRole("link", { name: "Connect Google" })).toHaveAttribute(
    "href",
    "/admin?panel=company&section=google",
  );
});
