/**
 * Identifies what a result depends on besides the person: the data for finding names, and the rules for which matches
 * cause a hold.
 */
export const basisOf = (found: string, holds: string): string => `${found}.${holds}`

/** Whether both find the same names on the lists, whichever of them cause a hold. */
export function findsTheSame(one: string, other: string): boolean {
  return one.split('.')[0] === other.split('.')[0]
}
