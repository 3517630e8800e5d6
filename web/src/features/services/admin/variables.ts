/** The variables of templates, each with its meaning. */
export const variables = [
  ["{name}", "The name of the service"],
  ["{shortDescription}", "Its short description"],
  ["{fullDescription}", "Its full description, with its formatting"],
  ["{features}", "Its features as a list"],
  ["{imageUrl}", "The address of its picture, for the src of an image"],
] as const;
