/** What a person should know who types a full description, which is markup. */
export const descriptionHint = "HTML is welcome: <p> for paragraphs, <ul> for lists.";
