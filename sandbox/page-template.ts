import type { Html } from '../platform/html.ts'

/** The template of the sandbox's pages. */
export type PageTemplate = {
  /** Returns a whole document around `body`. */
  page(title: string, body: Html): string
}
