/**
 * The codes of ISO 3166-2 for the countries whose form asks for a region, because sanctions there depend on it. Apart from
 * their names, so that every page's form has the rule and only those who need it load the names.
 */
export const regionCodes = new Map([
  ['UA', '05 07 09 12 14 18 21 23 26 30 32 35 40 43 46 48 51 53 56 59 61 63 65 68 71 74 77'.split(' ')],
])
