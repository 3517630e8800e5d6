/** A button or link of the back office's header: on a phone and a tablet its word stands below its icon. */
export const headerClass =
  "max-lg:min-w-11 max-lg:flex-col max-lg:gap-0.5 max-lg:px-0.5 max-lg:py-1 max-lg:text-[0.6875rem]";
