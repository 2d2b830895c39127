import { Agent, request } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { Stripe } from 'stripe'
import { startEmbedded } from '../../server/database/embedded/embedded.ts'
import { givenAProvider, type TestProvider } from '../../test/support/servers/given-provider.ts'
import { median } from './load.ts'
import { startProduct } from './product.ts'

const each = 4_000
const rounds = 5
const connections = 32

export type WebhookRate = { perSecond: number; sent: number; stored: number }

/** Posts signed events, each with a separate id, and counts the stored ones afterwards. */
export async function takeWebhooks(): Promise<WebhookRate> {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-webhooks-'))
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const provider = await givenAProvider({ atEnd: (end) => void ends.push(end) })
    // A separate PostgreSQL with fsync enabled, so that the rows can be counted from here.
    const database = await startEmbedded({ folder: join(folder, 'database'), log: () => undefined })
    ends.push(() => database.stop())
    const pool = new pg.Pool({ connectionString: database.url, max: 1 })
    ends.push(() => pool.end())
    const product = await startProduct(folder, {
      ...provider.environment,
      DATABASE_URL: database.url,
      SECRET: 'a secret of the webhooks that is long enough',
    })
    ends.push(() => product.stop())
    await send(product.url, events(provider, 'warm', 500))
    const rates: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const signed = events(provider, `round${round}`, each)
      const began = performance.now()
      await send(product.url, signed)
      rates.push((each / (performance.now() - began)) * 1000)
    }
    const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from jobs where id like 'evt_round%'`)
    return { perSecond: median(rates), sent: rounds * each, stored: rows[0]?.n ?? 0 }
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

type Signed = { body: string; signature: string }

/** Yields invoices of a few hundred subscriptions, as in a night of renewals. */
function events({ stripe, webhookSecret }: TestProvider, batch: string, count: number): Signed[] {
  return Array.from({ length: count }, (_, index) => {
    const id = `evt_${batch}_${index}`
    const invoice = {
      id: `in_${batch}_${index}`,
      object: 'invoice',
      parent: { type: 'subscription_details', subscription_details: { subscription: `sub_${index % 300}` } },
    }
    const body = JSON.stringify(
      {
        id,
        object: 'event',
        api_version: Stripe.API_VERSION,
        created: 1,
        data: { object: invoice },
        livemode: false,
        type: 'invoice.paid',
      },
      null,
      2,
    )
    return { body, signature: stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret }) }
  })
}

async function send(url: string, signed: Signed[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const waiting = [...signed]
  async function run(): Promise<void> {
    for (let one = waiting.pop(); one; one = waiting.pop()) await post(agent, `${url}/webhooks/stripe`, one)
  }
  await Promise.all(Array.from({ length: connections }, run))
  agent.destroy()
}

function post(agent: Agent, url: string, { body, signature }: Signed): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'stripe-signature': signature,
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer
        .resume()
        .on('end', () =>
          answer.statusCode === 200 ? resolve() : reject(new Error(`a webhook was answered with ${answer.statusCode}`)),
        )
    })
    sent.on('error', reject).end(body)
  })
}
