import { Stripe } from 'stripe'
import { z } from 'zod'
import { webhookEvents } from '../webhook-events.ts'
import { warning, ok, type Finding } from './findings.ts'

const endpoints = z.object({
  data: z.array(
    z.object({
      url: z.string(),
      status: z.string(),
      api_version: z.string().nullable(),
      enabled_events: z.array(z.string()),
    }),
  ),
})

export async function checkWebhook(stripe: Stripe, url: string): Promise<Finding[]> {
  const { data } = endpoints.parse(await stripe.webhookEndpoints.list({ limit: 100 }))
  const ours = data.filter((endpoint) => sameAddress(endpoint.url, url))
  const endpoint = ours.find(({ status }) => status === 'enabled')
  if (!endpoint) {
    return [
      warning(
        'webhook',
        ours.length > 0
          ? `The webhook endpoint ${url} is disabled: enable it in this mode.`
          : `There is no webhook endpoint ${url} in this mode: add it, with the events listed in docs/how-to/stripe.md.`,
      ),
    ]
  }
  const { api_version: version, enabled_events: events } = endpoint
  const missing = events.includes('*') ? [] : webhookEvents.filter((event) => !events.includes(event))
  const complaints = [
    ...(version === Stripe.API_VERSION
      ? []
      : [
          `has ${version ? `API version ${version}` : 'no API version of its own'}, but ${Stripe.API_VERSION} is required: create a new endpoint with that version`,
        ]),
    ...(events.includes('invoice.created')
      ? [
          'sends invoice.created, which the shop does not need: remove it, or Stripe delays renewals for up to 72 hours while the shop is unreachable',
        ]
      : []),
    ...(missing.length > 0 ? [`does not send ${missing.join(', ')}: add these events`] : []),
  ]
  if (complaints.length === 0) return [ok('webhook', `The webhook endpoint ${url} sends every required event.`)]
  return complaints.map((complaint) => warning('webhook', `The webhook endpoint ${url} ${complaint}.`))
}

function sameAddress(one: string, other: string): boolean {
  const plain = (address: string) => (URL.canParse(address) ? new URL(address).href.replace(/\/$/, '') : address)
  return plain(one) === plain(other)
}
