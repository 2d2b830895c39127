export const licenceAlgorithms = ['ES256', 'Ed25519'] as const
export type LicenceAlgorithm = (typeof licenceAlgorithms)[number]

/** How the programs of a product are licensed, as the operator's catalogue states it. */
export type LicenceTerms = {
  /** Of every signature for this product: a program accepts no other. */
  algorithm: LicenceAlgorithm
  /** For how long a program runs without a connection. */
  offlineDays: number
  /** On how many devices a person may be signed in, and how many they may add within 30 days. */
  devices: number
  swaps: number
  /** The longest lease of a computer without a network, in days; 0 where files are not offered. */
  fileDays: number
  /** Whether a lease names its holder and their company. */
  showHolder: boolean
  newestVersion: string | null
}
