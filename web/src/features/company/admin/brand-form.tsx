import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Controller } from "react-hook-form";
import { type Company, paletteQuery, useSaveCompany } from "@/api/admin/company";
import { FieldGroup } from "@/editing/record-section";
import { cn } from "@/ui/admin/class-names";
import { FormField } from "@/ui/admin/form-field";
import { PhotoField } from "@/ui/admin/image-field";
import { Input } from "@/ui/admin/input";
import { Button } from "@/ui/button";
import { BrandPreview } from "./brand-preview";
import { CompanySection } from "./company-section";
import { makeLogoImages } from "./logo-images";
import { useCompanyForm } from "./use-company-form";

type BrandValues = Company["brand"];

/** The colors that the site comes with, as a starting point for choosing others. */
const usual = { main: "#34469c", accent: "#b0461d" };
const labels = { logo: "Logo", main: "Main color", accent: "Accent color" };
const hexColor = /^#[0-9a-f]{6}$/i;

/** Logo and colors. */
export function BrandForm({ company }: { company: Company }) {
  const save = useSaveCompany();
  const [drawing, setDrawing] = useState(false);
  const light = useRef<Record<string, string>>(undefined);
  const form = useCompanyForm<BrandValues>(company, {
    section: "brand",
    labels,
    fieldOf: (field) => field.replace(/^brand\./, ""),
    valuesOf: ({ brand }) => ({ ...brand }),
    editOf: (brand) => ({ brand }),
    save: {
      isPending: drawing || save.isPending,
      mutate: (edit, callbacks) => {
        setDrawing(true);
        withLogoImages(edit.brand as BrandValues, company, light.current)
          .then((brand) => save.mutate({ ...edit, brand }, callbacks))
          .catch(callbacks.onError)
          .finally(() => setDrawing(false));
      },
    },
  });
  const { control } = form.fields;
  const { values, set, errorOf } = form;
  const valid = hexColor.test(values.main) && hexColor.test(values.accent);
  const { data: palette } = useQuery({
    ...paletteQuery(
      valid ? { main: values.main, accent: values.accent } : { main: "", accent: "" },
    ),
    placeholderData: keepPreviousData,
  });
  light.current = palette?.light;
  const choose = (colors: { main: string; accent: string }) => {
    set("main", colors.main);
    set("accent", colors.accent);
  };
  return (
    <CompanySection
      form={form}
      label="Brand"
      readOnly={company.fromFile}
      sample={
        <BrandPreview
          name={company.name}
          logo={values.logo}
          palette={valid && palette?.light.paper ? palette : undefined}
        />
      }
    >
      <FieldGroup title="Logo">
        <Controller
          control={control}
          name="logo"
          render={({ field }) => (
            <PhotoField
              label="Logo"
              optional
              hint="In the header and footer, as the icon of the site and when somebody shares a page. An SVG or a PNG without background looks best."
              error={errorOf("logo")}
              {...field}
            />
          )}
        />
      </FieldGroup>
      <FieldGroup title="Colors">
        <p className="text-sm text-soft">
          All other colors of the public pages follow from these two. Where text would be hard to
          read, they are made darker or lighter.
        </p>
        <div className="flex flex-wrap gap-2">
          {palette?.presets.map((preset) => (
            <Button
              key={preset.name}
              variant="outline"
              size="small"
              aria-pressed={preset.main === values.main && preset.accent === values.accent}
              onClick={() => choose(preset)}
            >
              <Swatch color={preset.main} />
              <Swatch color={preset.accent} className="-ml-2" />
              {preset.name}
            </Button>
          ))}
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          {(["main", "accent"] as const).map((name) => (
            <Controller
              key={name}
              control={control}
              name={name}
              render={({ field }) => (
                <FormField
                  label={name === "main" ? "Main color" : "Accent color"}
                  hint={
                    name === "main"
                      ? "Links, headings and buttons"
                      : "Calls to action and highlights"
                  }
                  error={errorOf(name)}
                >
                  {(props) => (
                    <span className="flex gap-2">
                      <input
                        type="color"
                        aria-label={
                          name === "main" ? "Pick the main color" : "Pick the accent color"
                        }
                        className="size-11 flex-none rounded-lg border border-edge bg-surface p-1"
                        value={hexColor.test(field.value) ? field.value : usual[name]}
                        onChange={({ target }) =>
                          choose({ ...usual, ...nonEmpty(values), [name]: target.value })
                        }
                      />
                      <Input {...props} {...field} placeholder={usual[name]} />
                    </span>
                  )}
                </FormField>
              )}
            />
          ))}
        </div>
        {(values.main || values.accent) && (
          <div>
            <Button variant="outline" size="small" onClick={() => choose({ main: "", accent: "" })}>
              Back to the usual colors
            </Button>
          </div>
        )}
      </FieldGroup>
    </CompanySection>
  );
}

function Swatch({ color, className }: { color: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn("size-5 rounded-full border border-surface", className)}
      style={{ backgroundColor: color }}
    />
  );
}

function nonEmpty({ main, accent }: BrandValues) {
  return { ...(main && { main }), ...(accent && { accent }) };
}

/** Makes icon and share image anew if what they show has changed. */
async function withLogoImages(
  brand: BrandValues,
  company: Company,
  light: Record<string, string> | undefined,
): Promise<BrandValues> {
  if (!brand.logo) return { ...brand, icon: "", shareImage: "" };
  const same =
    brand.logo === company.brand.logo &&
    brand.main === company.brand.main &&
    brand.accent === company.brand.accent;
  if (same && company.brand.icon) return brand;
  const colors = { background: light?.paper ?? "#f7f2e8", text: light?.ink ?? "#14302a" };
  return { ...brand, ...(await makeLogoImages(brand.logo, company.name, colors)) };
}
