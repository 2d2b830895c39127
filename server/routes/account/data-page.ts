import { momentText } from '../../../domain/calendar.ts'
import { themeOf } from '../../../domain/account/preferences.ts'
import type { Language } from '../../../domain/language.ts'
import { html, type Html } from '../../../platform/html.ts'
import { page, type PageShell } from '../../../platform/page.ts'
import { wordsIn, type ServerWords } from '../../../i18n/server-words.ts'
import { plainPagePolicy } from '../../http/headers.ts'
import type { Call } from '../../http/calls/contract-routes.ts'
import { languageFor } from '../../http/language.ts'
import { paths } from '../../../contract/screens.ts'

/** Sends a person's own data as a page to read and print: the content of the JSON file, with names for its keys. */
export function sendDataPage(
  { request, reply }: Call,
  shell: (language: Language) => PageShell,
  data: Record<string, unknown>,
): never {
  const language = languageFor(request)
  const words = wordsIn(language)
  const t = words.dataPage
  const sections = Object.entries(data).map(
    ([key, value]) =>
      html`<section class="card stack">
        <h2>${labelOf(t, key)}</h2>
        ${shown(words, value)}
      </section>`,
  )
  const body = html`<div class="page page--narrow stack stack--loose">
    <div class="stack stack--tight">
      <h1>${t.title}</h1>
      <p>${t.text}</p>
      <p><a href="${paths.account}">${t.back}</a></p>
    </div>
    ${sections}
  </div>`
  return reply
    .header('content-security-policy', plainPagePolicy)
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(page({ ...shell(language), theme: themeOf(request.cookies) }, t.title, body)) as never
}

type Words = ServerWords['dataPage']

/** Returns the name of a key; the key itself if it has none. */
const labelOf = (t: Words, key: string): string => t.labels.get(key) ?? key

function shown(words: ServerWords, value: unknown): Html {
  const t = words.dataPage
  if (value === null || value === undefined || value === '') return html`<span class="soft">&ndash;</span>`
  if (value instanceof Date)
    return html`<time datetime="${value.toISOString()}">${momentIn(words.locale, value)}</time>`
  if (typeof value === 'boolean') return html`${value ? t.yes : t.no}`
  if (Array.isArray(value)) {
    if (value.length === 0) return html`<p class="soft">${t.none}</p>`
    return html`<ul class="stack">
      ${value.map((one: unknown) => html`<li>${shown(words, one)}</li>`)}
    </ul>`
  }
  if (typeof value === 'object') {
    const entries = Object.entries(value as Record<string, unknown>)
    return html`<dl class="data-facts">
      ${entries.map(
        ([key, inner]) =>
          html`<dt>${labelOf(t, key === 'state' && !('country' in value) ? 'status' : key)}</dt>
            <dd>${shown(words, inner)}</dd>`,
      )}
    </dl>`
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // Matches a time; days of plans are plain text.
  const moment = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? new Date(text) : undefined
  const day = moment && !Number.isNaN(moment.getTime()) ? momentIn(words.locale, moment) : undefined
  return html`<span class="anywhere data-text">${day ?? t.values.get(text) ?? text}</span>`
}

const momentIn = (locale: string, moment: Date): string => `${momentText(moment, locale, 'medium')} UTC`
