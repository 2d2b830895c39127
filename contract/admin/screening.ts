import { z } from 'zod'
import { comment, slug } from '../rows/input.ts'
import { moment } from '../rows/response-schemas.ts'
import { row } from '../rows/row.ts'

/** The rows of screening: the lists in force, rejected files, and the evidence. */
export const screeningRows = {
  'GET /api/v1/screening': row({
    who: 'support',
    operation: 'getScreening',
    summary: 'Get the denied-party lists in use',
    description: 'With rejected files, and the progress of screening everyone again.',
    errors: [],
    output: z.object({
      /** `sample`: fictional names of the sandbox; `off`: the operator screens against no list. */
      kind: z.enum(['lists', 'sample', 'off']),
      /** Whether people can be screened now. */
      working: z.boolean(),
      lists: z.array(
        z.object({
          name: z.string(),
          hash: z.string(),
          date: z.string(),
          files: z.array(z.object({ file: z.string(), rows: z.int() })),
          entries: z.int().nullable(),
          readAt: moment,
          /** Whole days since its files were current: their own time, or when the publisher was last asked. Null for a sample. */
          age: z.int().nullable(),
          /** Older than three days. */
          old: z.boolean(),
          /** When the publisher was last asked; null where the lists are not downloaded. */
          fetchedAt: moment,
          note: z.string().nullable(),
          acceptedBy: z.string().nullable(),
        }),
      ),
      faults: z.array(
        z.object({
          file: z.string(),
          hash: z.string(),
          at: z.iso.datetime(),
          text: z.string(),
          /** What an administrator can do about it: accept the file anyway, or stop using its list. */
          accept: z.enum(['take', 'let-go']).nullable(),
          /** An administrator has done so, and the server will apply it in a moment. */
          accepted: z.boolean(),
        }),
      ),
      run: z
        .object({
          beganAt: z.iso.datetime(),
          endedAt: moment,
          total: z.int(),
          people: z.int(),
          changed: z.int(),
        })
        .nullable(),
      thresholds: z.object({ hold: z.number(), look: z.number(), lookHolds: z.boolean() }),
      countries: z.object({
        denied: z.array(z.string()),
        look: z.array(z.string()),
        /** Names of the regions under separate sanctions. */
        regions: z.array(z.string()),
      }),
    }),
  }),
  'POST /api/v1/screening/lists/accept': row({
    who: 'administrator',
    operation: 'acceptList',
    summary: 'Accept a list file that was rejected for its length',
    description: 'With a reason. Or stop using a list whose file is missing.',
    errors: ['NOT_FOUND'],
    body: z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/), comment }),
    output: null,
    confirmed: true,
  }),
  'GET /api/v1/export/screening': row({
    who: 'administrator',
    operation: 'exportScreening',
    summary: 'Export all checks as CSV',
    description: 'Of one person or of everyone, including sealed checks of erased people, with a byte order mark.',
    errors: ['NOT_FOUND', 'EXPORTS_BUSY'],
    query: z.strictObject({ subscriber: slug.optional() }),
    file: 'text/csv',
    output: null,
    navigation: true,
    confirmed: true,
  }),
} as const
