/** The hint below the full description, which is HTML. */
export const descriptionHint =
  "Blank lines make paragraphs, lines with - make a list. HTML is welcome: <p> for paragraphs, <ul> for lists.";
