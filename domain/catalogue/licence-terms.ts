export const licenceAlgorithms = ['ES256', 'Ed25519'] as const
export type LicenceAlgorithm = (typeof licenceAlgorithms)[number]

/** How the programs of a product are licensed, as the operator's catalogue states it. */
export type LicenceTerms = {
  /** The algorithm of every signature for this product; a program accepts no other. */
  algorithm: LicenceAlgorithm
  /** How long a program runs without a connection. */
  offlineDays: number
  /** The number of devices on which a person can be signed in, and the number that can be added within 30 days. */
  devices: number
  swaps: number
  /** The longest lease of a computer without a network, in days; 0 if licence files are not offered. */
  fileDays: number
  /** Whether a lease names its holder and their company. */
  showHolder: boolean
  newestVersion: string | null
}
