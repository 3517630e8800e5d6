import type { ReactNode } from "react";
import { Perimeter } from "./perimeter";

interface PageHeaderProps {
  title: string;
  /** The page's own drawing on the line, as path data in 640 by 120. */
  drawing?: string;
  children?: ReactNode;
}

/** The header of a page without an image. */
export function PageHeader({ title, drawing, children }: PageHeaderProps) {
  return (
    <div className="bg-sunken">
      <div className="wrap pt-10 pb-6 md:pt-20 md:pb-4">
        <h1 className="max-w-3xl text-display">{title}</h1>
        {children && <div className="mt-4 max-w-xl text-lead text-soft">{children}</div>}
      </div>
      <Perimeter drawing={drawing} className="h-16 md:h-24 lg:-mt-6 lg:h-28" />
    </div>
  );
}
