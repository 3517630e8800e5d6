export type WidgetStage = "idle" | "loading" | "loaded";

/** Loads another provider's script, which shows its own button. */
export function loadWidget(script: string, setStage: (stage: WidgetStage) => void): void {
  const element = document.createElement("script");
  element.src = script;
  element.async = true;
  element.onload = () => setStage("loaded");
  element.onerror = () => {
    element.remove();
    setStage("idle");
  };
  document.head.append(element);
}
