import { z } from 'zod'
import { correctableFields } from '../../domain/person/fields.ts'

export const detailChange = z.object({ field: z.enum(correctableFields), before: z.string(), after: z.string() })

/** Why a person is on hold or was cleared. List entries are as on the day of the check; older checks contain less. */
export const reason = z.object({
  kind: z.string(),
  /** Identifies the finding, the same at each check. */
  key: z.string(),
  /** Whether it puts the person on hold, or only flags them for review. */
  holds: z.boolean(),
  /** In the language of the caller. */
  text: z.string(),
  list: z.string().optional(),
  listDate: z.string().optional(),
  entry: z.string().optional(),
  entryKind: z.string().optional(),
  /** The entry's primary name, if another one of its names matched. */
  entryName: z.string().optional(),
  programmes: z.array(z.string()).readonly().optional(),
  /** The listed name, the person's or company's name compared with it, and the matching words of both. */
  alias: z.string().optional(),
  compared: z.string().optional(),
  /** The two names in Latin letters as they were compared, if they are in another script. */
  readings: z.object({ compared: z.string().optional(), listed: z.string().optional() }).optional(),
  matched: z
    .array(
      z.object({
        compared: z.array(z.string()),
        listed: z.array(z.string()),
        likeness: z.number(),
        weight: z.number(),
      }),
    )
    .optional(),
  /** How similar the names are, from 0 to 1, and the parts of the score: deductions, or an addition for `spelling`. */
  score: z.number().optional(),
  breakdown: z
    .object({
      matched: z.number(),
      unlike: z.number(),
      contradicting: z.number(),
      askedOnly: z.number(),
      listedOnly: z.number(),
      common: z.number(),
      spelling: z.number(),
    })
    .optional(),
  /** The publisher's data on the entry other than its names, in its own words. */
  details: z
    .object({
      addresses: z.array(z.string()).readonly().optional(),
      birthDates: z.array(z.string()).readonly().optional(),
      birthPlaces: z.array(z.string()).readonly().optional(),
      nationalities: z.array(z.string()).readonly().optional(),
      linkedTo: z.array(z.string()).readonly().optional(),
      remarks: z.string().optional(),
      /** Two-letter codes. */
      countries: z.array(z.string()).readonly().optional(),
      /** Which field of the entry contains which of them. */
      countryFields: z
        .object({
          addresses: z.array(z.string()).readonly().optional(),
          nationalities: z.array(z.string()).readonly().optional(),
          birthPlaces: z.array(z.string()).readonly().optional(),
        })
        .optional(),
      url: z.string().optional(),
    })
    .optional(),
  /**
   * Whether the entry contains the person's country, and the share of the list's entries that do. Not part of the
   * score.
   */
  place: z.object({ agrees: z.boolean(), share: z.number() }).optional(),
  /** The day on which the entry's order ended. */
  expired: z.string().optional(),
  /** For a correction that awaits review: what it changes. */
  changes: z.array(detailChange).optional(),
})
