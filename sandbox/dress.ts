import type { html, Html } from '../platform/html.ts'

/** How the sandbox's pages look: handed in by whoever starts it, because the world outside knows only the types of core. */
export type PageTemplate = {
  html: typeof html
  /** A whole document around `body`. */
  page(title: string, body: Html): string
}
