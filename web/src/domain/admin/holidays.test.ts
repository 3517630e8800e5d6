import { expect, it } from "vitest";
import { comingHolidays, holidaysOf } from "./holidays";

it.each([
  [2026, "Martin Luther King Jr. Day", "2026-01-19"],
  [2026, "Presidents' Day", "2026-02-16"],
  [2026, "Good Friday", "2026-04-03"],
  [2026, "Easter Sunday", "2026-04-05"],
  [2026, "Memorial Day", "2026-05-25"],
  [2026, "Labor Day", "2026-09-07"],
  [2026, "Columbus Day", "2026-10-12"],
  [2026, "Thanksgiving Day", "2026-11-26"],
  [2026, "Day after Thanksgiving", "2026-11-27"],
  [2027, "Easter Sunday", "2027-03-28"],
  [2027, "Memorial Day", "2027-05-31"],
  [2027, "Labor Day", "2027-09-06"],
  [2027, "Thanksgiving Day", "2027-11-25"],
  [2028, "Easter Sunday", "2028-04-16"],
  [2029, "Thanksgiving Day", "2029-11-22"],
  [2038, "Easter Sunday", "2038-04-25"],
])("in %i %s is on %s", (year, name, date) => {
  expect(holidaysOf(year)).toContainEqual({ date, name });
});

it("knows the holidays of Texas", () => {
  const names = holidaysOf(2026).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      "Texas Independence Day",
      "San Jacinto Day",
      "Juneteenth",
      "Lyndon Baines Johnson Day",
    ]),
  );
});

it("offers what is left of this year, and the next", () => {
  const coming = comingHolidays("2026-11-26");
  expect(coming[0]).toEqual({ date: "2026-11-26", name: "Thanksgiving Day" });
  expect(coming.at(-1)).toEqual({ date: "2027-12-31", name: "New Year's Eve" });
  expect(coming.map(({ date }) => date)).toEqual(coming.map(({ date }) => date).sort());
});
