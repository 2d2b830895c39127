import type { FastifyReply } from 'fastify'
import { html, type Html } from './html.ts'
import { page, type PageParts, type PageShell } from './page.ts'

/** Sends a page that is rendered from strings. No cache stores it. */
export function sendPage(
  reply: FastifyReply,
  shell: PageShell,
  { status = 200, title, body, parts }: { status?: number | undefined; title: string; body: Html; parts?: PageParts },
): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page(shell, title, body, parts))
}

/** The heading and the body of a page with one narrow column; `raised` adds a shadow. */
export function card(title: string, body: Html, raised = false): Html {
  return html`<div class="narrow-card ${raised && 'card card--raised '}stack">
    <h1>${title}</h1>
    ${body}
  </div>`
}

export const paragraphs = (...texts: readonly string[]): Html => html`${texts.map((text) => html`<p>${text}</p>`)}`

export type PageLink = { label: string; address: string }

export const textLink = ({ label, address }: PageLink): Html => html`<p><a href="${address}">${label}</a></p>`

export const buttonLink = ({ label, address }: PageLink): Html =>
  html`<p><a class="button button--primary" href="${address}">${label}</a></p>`

export const hiddenFields = (fields: Readonly<Record<string, string>>): Html =>
  html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}`

type Form = { action: string; hidden: Readonly<Record<string, string>>; noValidate?: boolean }

/** `hidden` contains the anti-forgery token. `noValidate`: the browser leaves validation to the server. */
export const postForm = ({ action, hidden, noValidate = false }: Form, content: Html): Html =>
  html`<form class="stack" method="post" action="${action}" ${noValidate && html`novalidate`}>
    ${hiddenFields(hidden)}${content}
  </form>`

const buttonForm = (label: string): Html =>
  html`<form method="post"><button class="button button--primary" type="submit">${label}</button></form>`

/** The words of a page. The button posts to the page's own address, which is all that the server needs. */
export type Notice = { status?: number; title: string; text: string; button?: string; link?: PageLink }

export const noticePage = ({ text, button, link, ...page }: Notice) => ({
  ...page,
  body: html`${paragraphs(text)} ${button !== undefined && buttonForm(button)} ${link && textLink(link)}`,
})

/** A label with a control, which `control` creates with the attributes that name and describe it. */
export function field(
  { name, label, hint, error }: { name: string; label: string; hint?: string | undefined; error?: string | undefined },
  control: (attributes: Html) => Html,
): Html {
  const described = [hint !== undefined && `${name}-hint`, error !== undefined && `${name}-error`].filter(Boolean)
  return html`<div class="field">
    <label class="field__label" for="${name}">${label}</label>
    ${hint !== undefined && html`<p class="field__hint" id="${name}-hint">${hint}</p>`}
    ${control(
      html`class="input" id="${name}" name="${name}"
      ${described.length > 0 && html`aria-describedby="${described.join(' ')}"`}
      ${error !== undefined && html`aria-invalid="true"`}`,
    )}
    ${error !== undefined && html`<p class="field__error" id="${name}-error">${error}</p>`}
  </div>`
}
