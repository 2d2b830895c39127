import { z } from 'zod'
import { empty, redirectUrl, row, text } from './row.ts'
import { themes } from '../domain/preferences.ts'
import { languages } from '../domain/language.ts'

/** The rows of a visit: signing in and out, language and colours, and what the desktop client is told. */
export const sessionRows = {
  'GET /api/v1/login': row({
    who: 'anyone',
    summary: 'Sign in and come back to a path of this site; `login_hint` is the address to fill in',
    query: z.object({
      redirect_url: z.string().optional(),
      prompt: z.literal('create').optional(),
      login_hint: text.max(128).optional(),
      /** To sign in again although signed in, with what administrators need. */
      confirm: z.literal('yes').optional(),
    }),
    output: null,
    navigation: true,
  }),
  'POST /logout': row({
    who: 'anyone',
    summary: 'Sign out here and at the identity provider',
    body: empty,
    form: true,
    output: redirectUrl,
  }),
  'POST /api/v1/preferences': row({
    who: 'anyone',
    summary: 'Remember in which language and which colours to show the shop; `back` is a path on this site',
    body: z.strictObject({
      language: z.enum(languages).exactOptional(),
      theme: z.enum(themes).exactOptional(),
      back: text.exactOptional(),
    }),
    form: true,
    output: null,
  }),
  'GET /api/v1/config/tss': row({
    who: 'anyone',
    summary: 'The server the desktop client talks to',
    output: z.object({ tssUrl: z.string() }),
  }),
} as const
