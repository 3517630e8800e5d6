import { Switch as Radix } from "radix-ui";

interface SwitchProps {
  id?: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  "aria-describedby"?: string;
}

/** An on/off switch; its label is next to it. */
export function Switch(props: SwitchProps) {
  return (
    <Radix.Root
      {...props}
      className="relative inline-flex h-7 w-12 flex-none items-center rounded-full border border-edge bg-sunken transition-colors before:absolute before:-inset-2 before:content-[''] data-[state=checked]:border-primary-fill data-[state=checked]:bg-primary-fill"
    >
      <Radix.Thumb className="block size-5 translate-x-0.5 rounded-full bg-edge transition-transform data-[state=checked]:translate-x-[1.4rem] data-[state=checked]:bg-white" />
    </Radix.Root>
  );
}
