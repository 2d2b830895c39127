import { html, type Html } from './html.ts'

/** How the pages look. `html` is a tagged template that escapes what is put into it. */
export type PageTemplate = {
  html: typeof html
  /** Returns a whole document around `body`. */
  page(title: string, body: Html): string
}

/** A document without a header or styles of its own, for those who pass no template. */
export const plainTemplate: PageTemplate = {
  html,
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
