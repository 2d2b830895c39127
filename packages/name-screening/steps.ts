/**
 * Counts the work of screening: comparisons of letters, words and names. A test bounds the number, because milliseconds
 * depend on the machine. Each loop over a person's input adds its size.
 */
export const steps = { taken: 0 }
