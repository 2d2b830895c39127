import { momentText } from '../../domain/calendar.ts'
import type { ServerWords } from '../../i18n/server-words.ts'
import { html, type Html } from '../../platform/html.ts'
import { buttonLink, field, hiddenFields, paragraphs, postForm, textLink } from '../../platform/page-kit.ts'
import type { Device, DeviceGrant } from '../database/tables.ts'

/** How a form names a request: by its id, or by the entered code and a proof that it was right. */
export type RequestRef = { request: string } | { code: string; found: string }
type Offers = { trial: string | null; plans: string }
type Page = { title: string; body: Html }
export type Bodies = ReturnType<typeof bodies>

/** The content of the pages about a computer. Data that a program sends about itself is always shown as text. */
export function bodies(t: ServerWords['licence'], { csrf, locale }: { csrf: string; locale: string }) {
  const form = (named: RequestRef | null, content: Html) =>
    postForm({ action: '/device', hidden: { _csrf: csrf, ...named } }, content)
  const plain = (title: string, ...texts: string[]): Page => ({ title, body: paragraphs(...texts) })

  function offered(offers: Offers | null): Html {
    if (!offers) return html``
    const links = [
      ...(offers.trial === null ? [] : [{ address: offers.trial, label: t.offers.trial }]),
      { address: offers.plans, label: t.offers.plans },
    ]
    return html`${links.map(textLink)}`
  }

  return {
    plain,
    expired: () => plain(t.expired.title, t.expired.text),
    stale: () => plain(t.stale.title, t.stale.text),
    swaps: (product: string, limit: number) => plain(t.swaps.title, t.swaps.text(product, limit)),

    /** `product` and `offers` are null before the request is known. */
    signIn: (product: string | null, address: string, offers: Offers | null): Page => ({
      title: product === null ? t.signIn.title : t.question.title(product),
      body: html`<p>${t.signIn.text}</p>
        ${buttonLink({ address, label: t.signIn.button })} ${offered(offers)}${offers && html`<p>${t.offers.back}</p>`}`,
    }),

    /** `offers` is null for a person on hold, who cannot start anything. */
    notEntitled: (product: string, email: string, offers: Offers | null, named: RequestRef): Page => ({
      title: t.notEntitled.title,
      body: offers
        ? html`<p>${t.notEntitled.text(product, email)}</p>
            ${offered(offers)}
            <p>${t.offers.back}</p>
            ${form(named, html`<button class="button" type="submit">${t.notEntitled.again}</button>`)}`
        : html`<p>${t.notEntitled.unavailable}</p>`,
    }),

    /** `typed` is what was entered before; it stays in the field. */
    enterCode: (problem?: 'wrong' | 'tooMany', typed = ''): Page => ({
      title: t.code.title,
      body: form(
        null,
        html`<p>${t.code.text}</p>
          ${field(
            { name: 'code', label: t.code.label, hint: t.code.hint, error: problem && t.code[problem] },
            (attributes) =>
              html`<input
                ${attributes}
                type="text"
                value="${typed}"
                autocomplete="off"
                autocapitalize="characters"
                spellcheck="false"
                required
                maxlength="20"
              />`,
          )}
          <button class="button button--primary" type="submit">${t.code.button}</button>`,
      ),
    }),

    question: (product: string, email: string, grant: DeviceGrant, named: RequestRef): Page => ({
      title: t.question.title(product),
      body: html`<p>${t.question.text(product, email)}</p>
        <dl class="facts">
          <dt>${t.question.name}</dt>
          <dd>${grant.name || t.question.unnamed}</dd>
          <dt>${t.question.system}</dt>
          <dd>${[grant.system, grant.version].filter(Boolean).join(', ') || t.question.unnamed}</dd>
          <dt>${t.question.network}</dt>
          <dd>${grant.network}</dd>
          <dt>${t.question.time}</dt>
          <dd>${momentText(grant.requested_at, locale)} UTC</dd>
        </dl>
        <p>${t.question.warning}</p>
        ${form(
          named,
          html`<button class="button button--primary" type="submit" name="act" value="allow">
              ${t.question.allow}
            </button>
            <button class="button button--quiet" type="submit" name="act" value="refuse">${t.question.refuse}</button>`,
        )}`,
    }),

    full: (product: string, devices: readonly Device[], named: RequestRef): Page => ({
      title: t.full.title,
      body: html`<p>${t.full.text(product, devices.length)}</p>
        ${devices.map((device) =>
          form(
            named,
            html`<p>
                <strong>${device.name || t.full.unnamed}</strong
                ><br />${t.full.seen(momentText(device.seen_at, locale))}
              </p>
              ${hiddenFields({ device: device.id })}
              <button class="button" type="submit" name="act" value="sign-out">${t.full.signOut}</button>`,
          ),
        )}`,
    }),

    /** `address` leads back to the program; null if the person returns there themselves. */
    done: (isAllowed: boolean, address: string | null): Page => {
      const { title, text } = isAllowed ? t.allowed : t.refused
      return {
        title,
        body: html`<p>${text}</p>
          ${address !== null && buttonLink({ address, label: t.back })}`,
      }
    },
  }
}
