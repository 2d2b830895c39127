import { configurationPage, environmentExample } from './configuration.ts'

/** A file that is written from the code. `path` is relative to the root. */
export type GeneratedPage = { path: string; text: () => string }

/** `npm run docs` writes these files, and `npm run check` fails while one of them differs. */
export const generatedPages: readonly GeneratedPage[] = [
  { path: 'docs/reference/configuration.md', text: configurationPage },
  { path: '.env.example', text: environmentExample },
]
