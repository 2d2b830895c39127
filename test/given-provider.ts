import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { html } from '../core/html.ts'
import { page } from '../core/page.ts'
import { termsOf } from '../core/subscription.ts'
import type { Faults } from '../sandbox/payment/faults.ts'
import type { Settings } from '../sandbox/payment/settings.ts'
import { startPaymentSandbox } from '../sandbox/payment/start.ts'
import { createStripe } from '../server/adapters/payments/stripe.ts'
import { readCatalogue } from '../server/catalogue.ts'
import type { TestCluster } from './cluster.ts'

/** The payment provider as a party of its own, outside the shop: its faults are made at will, its books can be read. */
export type TestProvider = {
  /** What a shop is told of it. */
  environment: Record<string, string>
  webhookSecret: string
  /** What goes wrong from now on; nothing unless set. */
  faults: Faults
  /** Every request to its API, as `POST /v1/customers`. */
  asked: string[]
  /** Where it sends what it has to report; nowhere until set. */
  reportTo(url: string): void
  stripe: Stripe
}

const key = 'sk_test_of_the_tests'
const webhookSecret = 'whsec_of_the_tests'

export async function givenAProvider(
  cluster: Pick<TestCluster, 'atEnd'>,
  settings: Partial<Settings> = {},
): Promise<TestProvider> {
  const folder = mkdtempSync(join(tmpdir(), 'tillhouse-provider-'))
  const asked: string[] = []
  const faults: Faults = {}
  const webhook = { url: '', secret: webhookSecret }
  const pages = createServer((request, response) => {
    void sandbox.handle(request, response).then((done) => done || response.writeHead(404).end())
  })
  pages.listen(0, '127.0.0.1')
  await once(pages, 'listening')
  const sandbox = await startPaymentSandbox({
    folder,
    now: () => new Date(),
    dress: {
      html,
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
  const stop = async () => {
    await sandbox.stop()
    pages.closeAllConnections()
    pages.close()
    rmSync(folder, { recursive: true, force: true })
  }
  cluster.atEnd(stop)
  const { plans } = await readCatalogue(join(import.meta.dirname, '../brand/catalogue.json'))
  const paid = [...plans.values()].filter((plan) => plan.type === 'subscription').map(termsOf)
  const { apiBase } = sandbox
  await createStripe({ key, webhookSecrets: [webhookSecret], apiBase, automaticTax: false }).offerPrices(
    paid,
    (one) => one,
  )
  const { hostname, port } = new URL(apiBase)
  return {
    environment: { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase },
    webhookSecret,
    faults,
    asked,
    reportTo: (url) => void (webhook.url = `${url}/webhooks/stripe`),
    stripe: new Stripe(key, {
      host: hostname,
      port: Number(port),
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 0,
    }),
  }
}
