/** Added to the refusal of an act that comes too late. */
export const conflictWords = {
  changed: (by: string, at: string) => `Last changed by ${by} on ${at} UTC.`,
} as const
