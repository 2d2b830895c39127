import { request } from 'node:http'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { languages, type Language } from '../../domain/language.ts'
import { pagePolicy } from '../../server/http/headers.ts'
import type { Mount } from '../../server/http/mounted.ts'
import type { Edition, Markup, PageSource } from '../../server/pages/built-pages.ts'
import { root } from '../run.ts'

/** Files that the browser requests at the root of the site: dev.ts writes them. */
export const developmentFiles = join(root, 'dist/development')
export const baseOf = (language: Language): string => `/@dev/${language}/`

/** The pages as Vite serves them from the sources, for `npm run dev`; `server` is the address of dev.ts. */
export function developmentPages(server: string): PageSource {
  return {
    files: developmentFiles,
    mounted: [forward('/@dev', server)],
    read: () => Promise.resolve(Object.fromEntries(languages.map((language) => [language, edition(language, server)]))),
  }
}

function edition(language: Language, server: string): Edition {
  const base = baseOf(language)
  const there = `${server}${base}`
  return {
    renderer: () => Promise.resolve({ render: (page) => render(new URL(`/render/${language}`, server), page) }),
    styles: [`${base}web/styles/shop.css`],
    fonts: [],
    // From Vite itself, which keeps running when the server restarts.
    script: `${there}web/app/client.tsx`,
    texts: [],
    preloads: [],
    screens: new Map(),
    development: {
      head: (nonce) =>
        `<script type="module" nonce="${nonce}">${react.preambleCode.replace('__BASE__', there)}</script>` +
        `<script type="module" src="${there}@vite/client" nonce="${nonce}"></script>`,
      policy: (nonce, formOrigins) => relax(pagePolicy(nonce, formOrigins), server),
    },
  }
}

/** Vite's client inserts styles and receives changes over a WebSocket. */
function relax(policy: string, server: string): string {
  return policy
    .split('; ')
    .filter((rule) => !rule.includes('trusted-types'))
    .join('; ')
    .replace(/style-src [^;]+/, "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", `connect-src 'self' ${server} ${server.replace('http:', 'ws:')}`)
}

async function render(address: URL, page: unknown): Promise<Markup> {
  const response = await fetch(address, { method: 'POST', body: JSON.stringify(page) })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Markup
}

/** Passes requests on to Vite, because styles must be of the page's own origin, on the sign-in pages too. */
function forward(prefix: string, server: string): Mount {
  return {
    prefix,
    handle(req, res) {
      const headers = { ...req.headers, host: new URL(server).host }
      const upstream = request(
        new URL(req.url ?? '/', server),
        { method: req.method ?? 'GET', headers },
        (response) => {
          res.writeHead(response.statusCode ?? 502, response.headers)
          response.pipe(res)
        },
      )
      upstream.on('error', () => res.writeHead(502).end())
      req.pipe(upstream)
    },
  }
}
