import type { html, Html } from '../platform/html.ts'

/** The template of the sandbox's pages. The caller passes it in, because the sandbox imports only types of domain. */
export type PageTemplate = {
  html: typeof html
  /** Returns a whole document around `body`. */
  page(title: string, body: Html): string
}
