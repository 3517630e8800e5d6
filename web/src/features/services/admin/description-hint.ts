/** The hint below the full description, which is HTML. */
export const descriptionHint = "HTML is welcome: <p> for paragraphs, <ul> for lists.";
