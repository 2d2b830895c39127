import { z } from 'zod'
import { languageCode } from './shapes/language.ts'
import { redirectUrl } from './rows/response-schemas.ts'
import { row } from './rows/row.ts'
import { text } from './rows/input.ts'
import { themes } from '../domain/account/preferences.ts'
import { requestLimits } from '../domain/limits.ts'

/** The rows of a visit: signing in and out, language and colours, and the server address for the desktop client. */
export const sessionRows = {
  'GET /api/v1/login': row({
    who: 'anyone',
    operation: 'signIn',
    summary: 'Sign in and return to a path of this site',
    description: '`login_hint` is the address to fill in.',
    errors: [],
    query: z.object({
      redirect_url: z.string().optional(),
      prompt: z.literal('create').optional(),
      /** Omitted if it is longer than the identity provider accepts. */
      login_hint: text.max(128).optional(),
      /** Requests a new sign-in, with the second factor of administrators, although the person is signed in. */
      confirm: z.literal('yes').optional(),
    }),
    also: [302],
    output: null,
    navigation: true,
  }),
  'POST /logout': row({
    who: 'anyone',
    operation: 'signOut',
    summary: 'Sign out here and at the identity provider',
    errors: [],
    description: '`back` is the path on this site to go on at; the built-in sign-in returns there.',
    body: z.strictObject({ back: text.max(requestLimits.urlBytes).exactOptional() }),
    form: true,
    afterSession: true,
    also: [204],
    output: redirectUrl,
  }),
  'POST /api/v1/preferences': row({
    who: 'anyone',
    operation: 'setPreferences',
    summary: 'Set the language and the colours of the shop',
    description: '`back` is a path on this site.',
    errors: ['NOT_FOUND'],
    body: z.strictObject({
      language: languageCode.exactOptional(),
      theme: z.enum(themes).exactOptional(),
      back: text.max(requestLimits.urlBytes).exactOptional(),
    }),
    form: true,
    output: null,
  }),
  'GET /api/v1/config/tss': row({
    who: 'anyone',
    operation: 'getDesktopServer',
    summary: 'Get the server of the desktop client',
    errors: [],
    output: z.object({ tssUrl: z.string() }),
  }),
} as const
