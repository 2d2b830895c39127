import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PageTemplate } from './page-template.ts'
import { html } from '../platform/html.ts'

type Sample = { title: string; paragraphs: string[] }

const samples: Record<string, Sample> = {
  eula: {
    title: 'End user license agreement',
    paragraphs: [
      'This is a sample. The vendor who runs this shop puts the address of the real agreement into the brand file.',
      'The vendor grants one named user the right to install and use the product for as long as the trial or the subscription lasts.',
      'The product may not be passed on, rented out or reverse engineered, except where the law allows it.',
      'The product may not be supplied to a person or a country that export-control law excludes.',
    ],
  },
  privacy: {
    title: 'Privacy policy',
    paragraphs: [
      'This is a sample. The vendor who runs this shop puts the address of the real policy into the brand file.',
      'The vendor keeps the name, business email, company, country and phone number you give, to provide the trial or the subscription.',
      'Names and companies are compared with denied-party lists, as export-control law requires.',
      'You may ask for a copy of what is kept about you, and to be forgotten.',
    ],
  },
  terms: {
    title: 'Terms of sale',
    paragraphs: [
      'This is a sample. The vendor who runs this shop puts the address of the real terms into the brand file.',
      'A subscription begins with the first payment and renews at the end of each billing period until it is cancelled.',
      'Prices exclude tax. Tax is calculated at payment from the address of the customer.',
    ],
  },
  refunds: {
    title: 'Refund policy',
    paragraphs: [
      'This is a sample. The vendor who runs this shop puts the address of the real policy into the brand file.',
      'The vendor refunds the first payment in full if the customer asks within 14 days.',
    ],
  },
  imprint: {
    title: 'Imprint',
    paragraphs: [
      'This is a sample. The vendor who runs this shop puts the address of the real page into the brand file.',
      'An imprint names the company, its address, its representatives, its register number and its VAT ID.',
    ],
  },
}

/**
 * The legal documents and pages to which a new shop links until its vendor has some, such as /sandbox/documents/eula.
 */
export function sampleDocuments(
  pageTemplate: PageTemplate,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const name = /^\/sandbox\/documents\/([a-z]+)\/?(?:\?|$)/.exec(request.url ?? '')?.[1] ?? ''
    const sample = Object.hasOwn(samples, name) ? samples[name] : undefined
    response.setHeader(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; frame-ancestors 'none'",
    )
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('x-content-type-options', 'nosniff')
    response.statusCode = sample ? 200 : 404
    const { title, paragraphs } = sample ?? { title: 'Not found', paragraphs: ['There is no such document.'] }
    response.end(
      pageTemplate.page(
        title,
        html`<article class="page prose stack">
          <h1>${title}</h1>
          ${paragraphs.map((text) => html`<p>${text}</p>`)}
        </article>`,
      ),
    )
  }
}
