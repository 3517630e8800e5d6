import { Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useState } from "react";
import { applyTheme, readTheme, storeTheme, type Theme, themes } from "@/lib/theme";

const options = {
  light: { label: "Light", icon: Sun },
  dark: { label: "Dark", icon: Moon },
  system: { label: "System", icon: Monitor },
};

/** Lets people choose light, dark or the device's preference. */
export function ThemeControl() {
  // Only the browser knows the stored choice, so the server renders the default.
  const [theme, setTheme] = useState<Theme>("light");
  useEffect(() => setTheme(readTheme()), []);
  useEffect(() => {
    if (theme !== "system") return;
    const preference = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => applyTheme("system");
    preference.addEventListener("change", follow);
    return () => preference.removeEventListener("change", follow);
  }, [theme]);

  return (
    <fieldset className="inline-flex flex-wrap rounded-3xl border border-line p-1 noscript:hidden print:hidden">
      <legend className="sr-only">Theme</legend>
      {themes.map((value) => {
        const { label, icon: Icon } = options[value];
        return (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-full px-3 sm:px-4 text-compact has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => {
                setTheme(value);
                storeTheme(value);
              }}
              className="sr-only"
            />
            <Icon className="size-4.5" aria-hidden="true" />
            {label}
          </label>
        );
      })}
    </fieldset>
  );
}
