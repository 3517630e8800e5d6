import { expect, test, vi } from "vitest";
import { toasts } from "@/ui/admin/toasts";
import { saveCallbacks } from "./save-callbacks";

const success = "The service has been updated successfully.";

test.each([
  ["Service updated", success],
  [
    "Service updated. Removed for safety: <script>, onclick.",
    `${success} Removed for safety: <script>, onclick.`,
  ],
])("a response with the message %j shows the toast %j", (message, description) => {
  const onSaved = vi.fn();
  saveCallbacks(onSaved).onSuccess({ success: true, message });
  expect(toasts.snapshot()).toMatchObject([{ title: "Service updated", description }]);
  expect(onSaved).toHaveBeenCalledOnce();
});
