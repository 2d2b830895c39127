import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as passOn } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { page } from '../../../platform/page.ts'
import { termsOf } from '../../../domain/subscription/subscription.ts'
import { createSandboxClock, type SandboxClock } from '../../../sandbox/clock.ts'
import { startStripeSimulator, type Faults, type Settings } from 'stripe-simulator'
import { createStripe } from '../../../server/adapters/payments/stripe/stripe.ts'
import { paidPlans } from '../../../server/catalogue.ts'
import { readCatalogue } from '../../../server/operator-files.ts'
import type { TestCluster } from '../cluster.ts'
import { givenAShop, type TestShop } from '../given.ts'

/** The payment provider as a separate process outside the shop: tests cause its faults and read its books. */
export type TestProvider = {
  /** The shop's settings for it. */
  environment: Record<string, string>
  webhookSecret: string
  /** The faults from now on; none by default. */
  faults: Faults & {
    /** A response that replaces the provider's; with `done`, after the provider has done its work. */
    refusal?(request: {
      method: string
      path: string
    }): { status: number; message: string; code?: string; done?: true } | undefined
  }
  /** Every request to its API, as `POST /v1/customers`. */
  asked: string[]
  /** Sets where it sends its reports; nowhere by default. */
  reportTo(url: string): void
  /** Does what is due and delivers reports; returns their number. */
  tick(): Promise<number>
  clock: SandboxClock
  stripe: Stripe
}

const key = 'sk_test_sandbox'
const webhookSecret = 'whsec_of_the_tests'

/** With `start`, its clock begins at that moment. */
export async function givenAProvider(
  cluster: Pick<TestCluster, 'atEnd'>,
  settings: Partial<Settings> = {},
  start?: string,
): Promise<TestProvider> {
  const clock = createSandboxClock({ start: start === undefined ? undefined : new Date(start) })
  const folder = mkdtempSync(join(tmpdir(), 'tillhouse-provider-'))
  const asked: string[] = []
  const faults: TestProvider['faults'] = {}
  const webhook = { url: '', secret: webhookSecret }
  const pages = createServer((request, response) => {
    void sandbox.handle(request, response).then((done) => done || response.writeHead(404).end())
  })
  pages.listen(0, '127.0.0.1')
  await once(pages, 'listening')
  const sandbox = await startStripeSimulator({
    folder,
    now: clock.now,
    pageTemplate: {
      page: (title, body) => page({ brandName: 'Provider', logo: null, lang: 'en', stylesheets: [] }, title, body),
    },
    publicUrl: `http://localhost:${(pages.address() as AddressInfo).port}`,
    webhook,
    key,
    settings,
    faults: {
      answer(request) {
        asked.push(`${request.method} ${request.path}`)
        return faults.answer?.(request)
      },
      delivery: (event) => (webhook.url === '' ? { late: 20 } : faults.delivery?.(event)),
    },
  })
  sandbox.begin()
  const stop = async () => {
    await sandbox.stop()
    pages.closeAllConnections()
    pages.close()
    rmSync(folder, { recursive: true, force: true })
  }
  cluster.atEnd(stop)
  const front = createServer((request, response) => {
    const { method = '', url = '' } = request
    const refusal = faults.refusal?.({ method, path: url })
    const refuse = () => {
      const error = { type: 'invalid_request_error', code: refusal?.code, message: refusal?.message }
      response.writeHead(refusal?.status ?? 400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error }))
    }
    if (refusal && !refusal.done) return void request.resume().on('end', refuse)
    const passed = passOn(sandbox.apiBase + url, { method, headers: request.headers }, (answer) => {
      if (refusal) return void answer.resume().on('end', refuse)
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.on('error', () => response.destroy()).pipe(response)
    })
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  cluster.atEnd(async () => {
    front.closeAllConnections()
    front.close()
  })
  const apiBase = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  const catalogue = await readCatalogue(join(import.meta.dirname, '../../../brand/catalogue.json'))
  const paid = paidPlans(catalogue).map(termsOf)
  await createStripe({ key, webhookSecrets: [webhookSecret], apiBase, automaticTax: false }).offerPrices(
    paid,
    (one) => one,
  )
  return {
    environment: { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase },
    webhookSecret,
    faults,
    asked,
    reportTo: (url) => void (webhook.url = `${url}/webhooks/stripe`),
    tick: () => sandbox.tick(),
    clock,
    stripe: stripeAt(apiBase, key),
  }
}

/** Returns Stripe's SDK on a simulator. */
export function stripeAt(apiBase: string, key: string): Stripe {
  const { hostname, port } = new URL(apiBase)
  return new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  })
}

/** Starts a shop that uses a provider's clock; when it is moved forward, both do what is due. */
export async function givenAShopOf(
  provider: TestProvider,
  cluster: TestCluster,
  environment: Record<string, string> = {},
): Promise<TestShop> {
  const { clock } = provider
  const shop = await givenAShop(
    { ...provider.environment, CLOCK_START: clock.now().toISOString(), ...environment },
    cluster,
    clock,
  )
  provider.reportTo(shop.url)
  const catchUp = async () => {
    for (let reported = 1; reported > 0;) {
      reported = await provider.tick()
      await shop.catchUp()
    }
  }
  return {
    ...shop,
    catchUp,
    async advanceTo(moment) {
      await catchUp()
      clock.set(new Date(moment))
      await catchUp()
    },
  }
}

/** Starts a shop beside a provider whose faults the test causes; both begin at noon of 20 November. */
export async function withFaults(
  cluster: TestCluster,
  body: (shop: TestShop, world: TestProvider) => Promise<void>,
  { settings = {}, environment = {} }: { settings?: Partial<Settings>; environment?: Record<string, string> } = {},
): Promise<void> {
  const world = await givenAProvider(cluster, settings, '2026-11-20T12:00:00Z')
  const shop = await givenAShopOf(world, cluster, environment)
  await body(shop, world)
  await shop.stop()
}
