/** What a result depends on beside the person: what is found by, and which of the names found on a list hold a person. */
export const basisOf = (found: string, holds: string): string => `${found}.${holds}`

/** Whether by both the same names are found on the lists, whichever of them hold a person. */
export function findsTheSame(one: string, other: string): boolean {
  return one.split('.')[0] === other.split('.')[0]
}
