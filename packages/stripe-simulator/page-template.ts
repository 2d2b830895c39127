import { html, type Html } from './html.ts'

/** The template of the pages. */
export type PageTemplate = {
  /** Returns a whole document around `body`. */
  page(title: string, body: Html): string
}

/** A document without header and styles, used if no template is given. */
export const plainTemplate: PageTemplate = {
  page: (title, body) =>
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
        </head>
        <body>
          <main>${body}</main>
        </body>
      </html>`.html,
}
