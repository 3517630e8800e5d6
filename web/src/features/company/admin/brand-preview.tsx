import type { CSSProperties } from "react";
import { LogoMark } from "@/art/logo-mark";

type Tokens = Record<string, string> | undefined;

/** The custom properties that give an element the colors of a theme. */
function colorsOf(tokens: Tokens): CSSProperties {
  return Object.fromEntries(
    Object.entries(tokens ?? {}).map(([name, color]) => [`--color-${name}`, color]),
  );
}

interface BrandPreviewProps {
  name: string;
  logo: string;
  palette: { light: Tokens; dark: Tokens; band: Tokens; call: Tokens } | undefined;
}

/** A small page in both themes; with the usual colors, in the theme of the back office. */
export function BrandPreview({ name, logo, palette }: BrandPreviewProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(palette ? (["light", "dark"] as const) : ["usual" as const]).map((theme) => (
        <figure key={theme}>
          <div
            data-theme={theme === "usual" ? undefined : theme}
            style={theme === "usual" ? undefined : colorsOf(palette?.[theme])}
            className="overflow-hidden rounded-xl border border-line bg-paper text-ink"
          >
            <div className="flex items-center gap-2 border-line border-b bg-surface p-3 font-bold font-display">
              {logo ? (
                <img src={logo} alt="" className="h-8 w-auto max-w-24 object-contain" />
              ) : (
                <LogoMark className="size-8 text-primary" />
              )}
              <span className="min-w-0 truncate">{name}</span>
            </div>
            <div className="grid gap-2 p-3 text-sm">
              <p>
                Text, <span className="text-soft">quiet text</span>,{" "}
                <span className="text-primary underline">a link</span> and{" "}
                <span className="font-semibold text-accent">an accent</span>
              </p>
              <p className="flex flex-wrap gap-2">
                <span className="rounded-lg bg-primary-fill px-3 py-1.5 font-semibold text-white">
                  Button
                </span>
                <span className="rounded-lg bg-accent-fill px-3 py-1.5 font-semibold text-white">
                  Call now
                </span>
              </p>
            </div>
            <div className="band-pine p-3 text-sm" style={bandStyle(palette?.band, "paper")}>
              Dark section with <span className="text-accent">an accent</span>
            </div>
            <div className="band-clay p-3 text-sm" style={bandStyle(palette?.call, "ground")}>
              Call to action
            </div>
          </div>
          <figcaption className="mt-1 text-sm text-soft first-letter:uppercase">
            {theme === "usual" ? "The usual colors" : theme}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

function bandStyle(tokens: Tokens, ground: string): CSSProperties {
  return tokens ? { ...colorsOf(tokens), backgroundColor: tokens[ground] } : {};
}
