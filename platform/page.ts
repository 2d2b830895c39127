import { html, type Html } from './html.ts'

type Theme = 'system' | 'light' | 'dark'

/** What main.ts passes to every page that is rendered from strings (sign-in, activation, the sandbox's inbox). */
export type PageShell = {
  brandName: string
  logo: string | null
  /** A picture beside the name, if there is no logo. */
  mark?: string | null | undefined
  lang: string
  /** The theme that the reader chose in the shop; the system's by default. */
  theme?: Theme
  stylesheets: string[]
  /** The operator of the site, for its footer; the brand by default. */
  legalName?: string
  /** A notice across the top of every page. */
  notice?: string | undefined
  /** The operator's announcement, below it. */
  announcement?: { label: string; text: string } | undefined
  /** Legal pages and the support address. */
  links?: readonly { label: string; address: string }[]
}

/** Optional parts of a page. `centred`: the brand is above the body instead of in a header. */
export type PageParts = { centred?: boolean; footer?: Html; script?: Html }

/** Returns the value of the meta element `color-scheme`, which browsers need before the stylesheet has arrived. */
export function colourScheme(theme: Theme = 'system'): string {
  return theme === 'system' ? 'light dark' : theme
}

/** Returns a whole document with the shop's header, footer and styles. `body` is inside `main`; the title is `{title} | {brand}`. */
export function page(shell: PageShell, title: string, body: Html, parts: PageParts = {}): string {
  const logo = shell.logo
    ? html`<img src="${shell.logo}" alt="${shell.brandName}" height="28" />`
    : html`${shell.mark ? html`<img src="${shell.mark}" alt="" width="28" height="28" />` : ''}<span class="logo__name"
          >${shell.brandName}</span
        >`
  const home = html`<a class="logo" href="/">${logo}</a>`
  return html`<!doctype html>
    <html lang="${shell.lang}" data-theme="${shell.theme ?? 'system'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${colourScheme(shell.theme)}" />
        <meta name="robots" content="noindex" />
        <title>${title} | ${shell.brandName}</title>
        ${shell.stylesheets.map((address) => html`<link rel="stylesheet" href="${address}" />`)}
        <link rel="icon" href="/favicon.svg" />
      </head>
      <body>
        ${shell.notice === undefined ? '' : html`<aside class="site-notice">${shell.notice}</aside>`}
        ${
          shell.announcement === undefined
            ? ''
            : html`<aside class="announcement" aria-label="${shell.announcement.label}">
                ${shell.announcement.text}
              </aside>`
        }
        ${parts.centred ? '' : html`<header class="site-header">${home}</header>`}
        <main id="main">${parts.centred ? html`<div class="centred">${home}${body}</div>` : body}</main>
        ${parts.footer}${parts.script}
      </body>
    </html>`.html
}
