import { describe, expect, it } from "vitest";
import { fillTemplate, type TemplateValues } from "./service-template";

const values: TemplateValues = {
  name: "Termites & Co",
  shortDescription: 'The "silent" ones',
  fullDescription: '<p class="x">Full &amp; <b>long</b></p>',
  features: ["Bait <stations>", "Yearly visit"],
  imageUrl: "/art/termite.svg",
};

describe("fillTemplate", () => {
  const cases: [name: string, template: string, filled: string][] = [
    ["text, escaped", "<h2>{name}</h2>", "<h2>Termites &#38; Co</h2>"],
    [
      "the full description as markup",
      "<div>{fullDescription}</div>",
      `<div>${values.fullDescription}</div>`,
    ],
    [
      "features as a list",
      "<div>{features}</div>",
      "<div><ul><li>Bait &#60;stations&#62;</li><li>Yearly visit</li></ul></div>",
    ],
    [
      "features as items inside a list",
      '<ul class="grid">{features}</ul>',
      '<ul class="grid"><li>Bait &#60;stations&#62;</li><li>Yearly visit</li></ul>',
    ],
    [
      "a URL",
      '<img src="{imageUrl}" alt="{name}">',
      '<img src="/art/termite.svg" alt="Termites &#38; Co">',
    ],
    [
      "quotes in an attribute",
      "<i title='{shortDescription}'></i>",
      '<i title="The &#34;silent&#34; ones"></i>',
    ],
    [
      "the full description in an attribute as text",
      '<i title="{fullDescription}"></i>',
      '<i title="Full &amp; long"></i>',
    ],
    [
      "features in an attribute as text",
      '<i title="{features}"></i>',
      '<i title="Bait &#60;stations&#62;, Yearly visit"></i>',
    ],
    ["a variable more than once", "{imageUrl} {imageUrl}", "/art/termite.svg /art/termite.svg"],
    ["nothing for an unknown variable", "{price} { name }", "{price} { name }"],
    ["nothing in a template without variables", '<p class="a>b">x</p>', '<p class="a>b">x</p>'],
  ];
  it.each(cases)("fills %s", (_, template, filled) => {
    expect(fillTemplate(template, values)).toBe(filled);
  });

  it("does not fill variables inside values", () => {
    const nested = { ...values, name: "{fullDescription}", fullDescription: "<p>{name}</p>" };
    expect(fillTemplate("{name}|{fullDescription}", nested)).toBe(
      "{fullDescription}|<p>{name}</p>",
    );
  });

  it.each([
    ['<a href="{name}">', "javascript:alert(1)"],
    ['<a href="java{name}">', "script:alert(1)"],
    ['<a href="{name}">', "java\tscript:alert(1)"],
    ["<a href={name}>", " JavaScript:alert(1)"],
    ['<img src="{name}">', "data:text/html,x"],
  ])("replaces a script URL in %s", (template, name) => {
    expect(fillTemplate(template, { ...values, name })).toMatch(/(?:href|src)="#"/);
  });

  it.each(["https://a.test/x:y", "/contact?a=b:c", "#top", "tel:+12545550142", "photo.svg"])(
    "keeps the URL %s",
    (name) => {
      expect(fillTemplate('<a href="{name}">', { ...values, name })).toBe(`<a href="${name}">`);
    },
  );

  it("prevents a value from breaking out of an attribute", () => {
    const fullDescription = '<p title="a onmouseover=alert(1) b">x</p>';
    expect(fillTemplate('<i title="{fullDescription}">', { ...values, fullDescription })).toBe(
      '<i title="x">',
    );
  });
});
