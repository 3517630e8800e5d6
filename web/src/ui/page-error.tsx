import { CloudOff } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";

/** Rendered instead of a page that threw an error. A reload often helps. */
export function PageError({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="wrap section flex flex-col items-center text-center">
      <CloudOff className="size-12 text-accent" strokeWidth={1.5} aria-hidden="true" />
      <h1 className="mt-5 text-title">Something Went Wrong</h1>
      <p className="mt-3 max-w-md text-lead text-soft">{children}</p>
      <Button className="mt-8" onClick={() => location.reload()}>
        Reload the Page
      </Button>
    </div>
  );
}
