import { z } from 'zod'

export const licenceAlgorithms = ['ES256', 'Ed25519'] as const
export type LicenceAlgorithm = (typeof licenceAlgorithms)[number]

/** How the programs of a product are licensed; scripts/docs/describe-files.ts describes the fields. */
export const licenceShape = z.strictObject({
  algorithm: z.enum(licenceAlgorithms).default('ES256'),
  offlineDays: z.int().min(1).max(90).default(14),
  devices: z.int().min(1).max(100).default(3),
  swaps: z.int().min(1).max(1000).default(10),
  fileDays: z.int().min(0).max(366).default(0),
  showHolder: z.boolean().default(true),
  newestVersion: z.string().max(32).nullable().default(null),
})
export type LicenceTerms = z.output<typeof licenceShape>
