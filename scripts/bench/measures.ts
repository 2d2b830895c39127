import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleBudget } from '../checks/budgets.ts'
import { bytesOf, treeOf, type BarePlan } from './bare.ts'
import { measureConnect } from './connect.ts'
import { measureAdmin } from './admin/admin.ts'
import { measureAdminPages } from './admin/pages.ts'
import { measureLicence } from './licence.ts'
import { measureWithLighthouse } from './lighthouse.ts'
import { median, sideBySide } from './load.ts'
import { measureRescreening } from './screening/rescreen.ts'
import { startBare, startProduct, type Product } from './product.ts'
import { measureScreening } from './screening/screening.ts'
import { takeWebhooks } from './webhooks.ts'
import type { BenchResult } from './bench-result.ts'

export type Measure = (world: World) => Promise<BenchResult[]>

/** The running product, and a folder that is removed at the end. */
export type World = { product: Product; folder: string }

const page = '/try/analytics-trial'
const calls = ['/api/v1/plans', '/api/v1/users/userinfo']

export const measures: Record<string, Measure> = {
  async start() {
    const folder = await mkdtemp(join(tmpdir(), 'tillhouse-bench-'))
    const times: number[] = []
    for (let round = 0; round <= 5; round += 1) {
      const product = await startProduct(folder)
      times.push(product.startedIn)
      await product.stop()
    }
    await rm(folder, { recursive: true, force: true })
    const [first = NaN, ...again] = times.map((ms) => ms / 1000)
    const time = median(again)
    return [
      { what: 'first start, the database made', seen: `${first.toFixed(2)} s`, goal: '', met: null },
      { what: 'start again, to /readyz', seen: `${time.toFixed(2)} s`, goal: '≤ 0.7 s', met: time <= 0.7 },
    ]
  },

  async page({ product, folder }) {
    const plan = await treeOf(product.url + page)
    return [await compare('trial page, rendered', product.url + page, plan, folder, 'renderToString', 0.7)]
  },

  async lighthouse({ product }) {
    const lines = await measureWithLighthouse(product.url, [page, '/plans'])
    return [...lines, ...(await measureAdminPages(1000))]
  },

  async calls({ product, folder }) {
    const lines: BenchResult[] = []
    for (const call of calls) {
      const plan = await bytesOf(product.url + call)
      lines.push(await compare(`GET ${call}, anonymous`, product.url + call, plan, folder, 'bare', 0.6))
    }
    return lines
  },

  async memory() {
    const folder = await mkdtemp(join(tmpdir(), 'tillhouse-bench-'))
    const product = await startProduct(folder)
    try {
      const before = await product.megabytes()
      for (const path of [page, ...calls]) await sideBySide(product.url + path, product.url + path)
      const after = await product.megabytes()
      const inMegabytes = (size: number) => `${size.toFixed(0)} MB`
      return [
        { what: 'memory after start', seen: inMegabytes(before), goal: '≤ 160 MB', met: before <= 160 },
        { what: 'memory after the load', seen: inMegabytes(after), goal: '≤ 350 MB', met: after <= 350 },
      ]
    } finally {
      await product.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },

  admin: () => measureAdmin(100_000),

  /** The same with a million subscribers: about ten minutes. */
  'admin-million': () => measureAdmin(1_000_000),

  /** Several minutes, most of them to create the people. */
  rescreen: () => measureRescreening(100_000),

  async webhooks() {
    const { perSecond, sent, stored } = await takeWebhooks()
    if (stored !== sent) throw new Error(`${sent} webhooks were taken and ${stored} stored`)
    return [
      {
        what: 'webhooks, taken and stored',
        seen: `${perSecond.toFixed(0)} a second`,
        goal: '≥ 1,000 a second',
        met: perSecond >= 1000,
      },
    ]
  },

  connect: ({ product }) => measureConnect(product.url),

  licence: () => measureLicence(),

  screening: () => measureScreening(),

  async size() {
    const { ok, note, output } = await bundleBudget()
    return [{ what: 'first-load JavaScript', seen: note ?? output, goal: '', met: ok }]
  },
}

async function compare(
  what: string,
  url: string,
  plan: BarePlan,
  folder: string,
  other: string,
  goal: number,
): Promise<BenchResult> {
  const bare = await startBare(plan, folder)
  try {
    const [ours, theirs] = await sideBySide(url, bare.url)
    const ratio = ours / theirs
    const seen = `${ratio.toFixed(2)} × ${other} (${ours.toFixed(0)} of ${theirs.toFixed(0)} a second)`
    return { what, seen, goal: `≥ ${goal} ×`, met: ratio >= goal }
  } finally {
    await bare.stop()
  }
}
