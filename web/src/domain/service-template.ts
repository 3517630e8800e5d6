import { escapeHtml, numericEntity } from "@/lib/html";

/** The values of a service template's variables. */
export interface TemplateValues {
  name: string;
  shortDescription: string;
  /** Sanitized HTML. */
  fullDescription: string;
  features: string[];
  imageUrl: string;
}

const variable = /\{(name|shortDescription|fullDescription|features|imageUrl)\}/g;
const tagOrVariable = new RegExp(`<[/a-zA-Z](?:"[^"]*"|'[^']*'|[^"'<>])*>|${variable.source}`, "g");
const attribute = /([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=]+))/g;

/**
 * Fills a service's values into its template. Variables are filled once: a value that contains
 * "{name}" is not expanded again. Text is escaped. Only the full description, which the server has
 * sanitized, is inserted as HTML, and only outside of attributes.
 */
export function fillTemplate(template: string, values: TemplateValues): string {
  let insideList = false;
  return template.replace(tagOrVariable, (found, name?: keyof TemplateValues) => {
    if (!name) {
      insideList = /^<[uo]l[\s>]/i.test(found);
      return fillTag(found, values);
    }
    switch (name) {
      case "fullDescription":
        return values.fullDescription;
      case "features":
        return featureList(values.features, insideList);
      default:
        return escapeHtml(values[name]);
    }
  });
}

function featureList(features: string[], insideList: boolean): string {
  const items = features.map((feature) => `<li>${escapeHtml(feature)}</li>`).join("");
  return insideList || items === "" ? items : `<ul>${items}</ul>`;
}

function fillTag(tag: string, values: TemplateValues): string {
  return tag.replace(attribute, (found, name: string, ...quoted: (string | undefined)[]) => {
    const source = quoted[0] ?? quoted[1] ?? quoted[2] ?? "";
    const filled = source.replace(variable, (_, key: keyof TemplateValues) =>
      attributeText(key, values),
    );
    if (filled === source) {
      return found;
    }
    const isUrlAttribute = /^(?:href|src|srcset|poster|action|formaction|data|xlink:href)$/i.test(
      name,
    );
    return `${name}="${isUrlAttribute && !isSafeUrl(filled) ? "#" : filled}"`;
  });
}

/** A value as attribute text, without HTML. */
function attributeText(name: keyof TemplateValues, values: TemplateValues): string {
  switch (name) {
    case "fullDescription":
      return values.fullDescription
        .replace(/<[^>]*>/g, "")
        .trim()
        .replace(/[<>"']/g, numericEntity);
    case "features":
      return escapeHtml(values.features.join(", "));
    default:
      return escapeHtml(values[name]);
  }
}

// The check runs on the filled URL, because template text and value together can form a scheme.
function isSafeUrl(url: string): boolean {
  return /^(?:https?:|mailto:|tel:|[^:&\s]*$|[^:&\s]*[/?#])/i.test(url.trim());
}
