import type { Report } from "@/api/admin/statistics";
import { formatMonthDay } from "@/lib/dates";

type Day = Report["days"][number];

interface DayChartProps {
  title: string;
  days: Day[];
  countOf: (day: Day) => number;
}

const HEIGHT = 48;
const WIDTH = 10;

/** One bar per day. Screen readers get a table instead. */
export function DayChart({ title, days, countOf }: DayChartProps) {
  const highest = Math.max(1, ...days.map(countOf));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure aria-hidden="true">
      <figcaption className="mb-1 flex justify-between gap-3 text-sm">
        <span className="font-semibold">{title}</span>
        <span className="text-soft">Most on a day: {Math.max(0, ...days.map(countOf))}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-16 w-full border-line border-b"
        role="presentation"
      >
        {days.map((day, i) => {
          const height = (countOf(day) / highest) * HEIGHT;
          return (
            <rect
              key={day.day}
              x={i * WIDTH + 1}
              y={HEIGHT - height}
              width={WIDTH - 2}
              height={height}
              className="fill-primary"
            >
              <title>{`${formatMonthDay(day.day)}: ${countOf(day)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className="mt-1 flex justify-between text-soft text-xs">
        <span>{first && formatMonthDay(first.day)}</span>
        {last !== first && <span>{last && formatMonthDay(last.day)}</span>}
      </div>
    </figure>
  );
}
