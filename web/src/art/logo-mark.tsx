/** The line around the house, open at the front door. */
export const line = "M13.6 41.2A20 20 0 1 1 34.4 41.2";
export const house = "M9.8 27 24 15.4 38.2 27M14.2 24.6V35.4H33.8V24.6";
export const door = "M21.3 35.4V28.4H26.7V35.4Z";

/** The company's logo: a house in the text color, inside the perimeter line. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 48 48"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      aria-hidden="true"
    >
      <path d={line} className="logo-line stroke-thread" strokeWidth="7" strokeOpacity="0.2" />
      <path d={line} className="logo-line stroke-thread" strokeWidth="2.6" />
      <path d={house} stroke="currentColor" strokeWidth="3" />
      <path d={door} className="fill-thread" />
    </svg>
  );
}
