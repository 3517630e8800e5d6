import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { templatePreviewQuery } from "@/api/admin/template-preview";
import type { Service } from "@/api/services";
import { fillTemplate } from "@/domain/service-template";
import { adaptStoredHtml } from "@/lib/stored-html";
import { HtmlFrame, pageTheme } from "@/ui/admin/html-frame";
import { QueryError } from "@/ui/admin/query-error";
import { Segmented } from "@/ui/admin/segmented";
import { Spinner } from "@/ui/spinner";
import { templateClass } from "../template-class";

interface TemplatePreviewProps {
  service: Service;
  template: string;
}

/** The template as the public page shows it, sanitized and styled by the server. */
export function TemplatePreview({ service, template }: TemplatePreviewProps) {
  const [theme, setTheme] = useState(pageTheme);
  const { data, error, refetch } = useQuery({
    ...templatePreviewQuery(fillTemplate(template, service)),
    enabled: template.trim() !== "",
    placeholderData: keepPreviousData,
  });
  if (template.trim() === "") {
    return (
      <p className="rounded-xl border border-edge border-dashed p-8 text-center text-soft">
        Template preview will appear here when the template is empty
      </p>
    );
  }
  if (error) return <QueryError what="the preview" error={error} onRetry={refetch} />;
  if (!data) return <Spinner label="Loading the preview..." />;
  // Wrapped as on the public page.
  const html = `<div class="${templateClass(data.html)}">${adaptStoredHtml(data.html)}</div>`;
  return (
    <>
      <Segmented
        label="Colors"
        value={theme}
        onChange={setTheme}
        options={[
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
        ]}
      />
      <HtmlFrame title={`Preview of ${service.name}`} html={html} css={data.css} theme={theme} />
    </>
  );
}
