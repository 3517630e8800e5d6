import { Picture } from "../kit/picture.mjs";

/** Small line drawings in a colour that shows on light and dark pages. */
function lines(...paths) {
  const art = new Picture(72, 72, 1);
  for (const data of paths) {
    art.trace(data, "#dc8a1c", 2.5, { "stroke-linecap": "round", "stroke-linejoin": "round" });
  }
  return art;
}

const house = "M12 36L30 20 48 36M16 33V52H34M26 52V42H34V48";

/** We look: the house under a glass. */
export const stepLook = () =>
  lines(house, "M58 46A11 11 0 1 1 36 46 11 11 0 1 1 58 46ZM55 54L64 64");

/** We treat: the line around the house. */
export const stepTreat = () =>
  lines(
    "M20 36L36 22 52 36M24 33V48H48V33M33 48V40H39V48",
    "M24 54C12 54 6 50 6 44S12 35 18 35M48 54C60 54 66 50 66 44S60 35 54 35M30 55H42",
  );

/** We come back: a day on the calendar. */
export const stepReturn = () =>
  lines("M14 20H58V60H14ZM14 31H58M25 14V24M47 14V24", "M27 45L34 52 46 38");
