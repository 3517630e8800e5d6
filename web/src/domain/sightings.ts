/** What people see before they call, in sentences that they can send as they are. */
export const sightings = [
  "I found wings on a window sill.",
  "There are mud tubes on a wall.",
  "Something is scratching in the attic.",
  "There are ants in the kitchen.",
  "Mosquitoes come out at dusk.",
  "I need a termite report for a home sale.",
];
