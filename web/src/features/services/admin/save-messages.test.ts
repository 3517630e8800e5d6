import { expect, test } from "vitest";
import { savedMessage } from "./save-messages";

const success = "The service has been updated successfully.";

test.each([
  [undefined, success],
  [["<script>", "onclick"], `${success} Removed for safety: <script>, onclick.`],
])("after a save that removed %j the toast says %j", (removed, description) => {
  const message = savedMessage({ success: true, removed });
  expect(message).toEqual({ title: "Service updated", description });
});
