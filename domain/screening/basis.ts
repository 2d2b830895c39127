/**
 * What a result depends on beside the person: the data for finding names, and which names found on a list put a person on
 * hold.
 */
export const basisOf = (found: string, holds: string): string => `${found}.${holds}`

/** Whether by both the same names are found on the lists, whichever of them hold a person. */
export function findsTheSame(one: string, other: string): boolean {
  return one.split('.')[0] === other.split('.')[0]
}
