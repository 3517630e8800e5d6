import { queryOptions } from "@tanstack/react-query";
import { sendChange } from "./admin-client";

export interface TemplatePreview {
  /** The markup with everything removed that could run. */
  html: string;
  /** The style of the utility classes in it. */
  css: string;
}

/** What a filled template looks like on the public page. */
export function templatePreviewQuery(html: string) {
  return queryOptions({
    queryKey: ["admin", "template-preview", html],
    queryFn: async () => {
      const answer = await sendChange<TemplatePreview>("POST", "/api/admin/template-preview", {
        html,
      });
      return answer.data as TemplatePreview;
    },
    gcTime: 60_000,
  });
}
