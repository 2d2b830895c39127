import { readFile } from 'node:fs/promises'
import fastify from 'fastify'
import pg from 'pg'
import { builtPages, editionIn } from '../../server/pages/built-pages.ts'
import type { PageData } from '../../contract/page-data.ts'

/** The response of a bare server: the product's bytes and headers, or a page to render each time. */
export type BarePlan =
  | { kind: 'bytes'; headers: Record<string, string | string[]>; body: string }
  | { kind: 'render'; page: PageData & { url: string } }
  | { kind: 'query'; databaseUrl: string; statements: Statement[]; answer: unknown }

/** A statement with its values, as the product sends it. */
export type Statement = { text: string; values: unknown[] }

/** Returns everything that the product sends, except what Node itself adds. */
export async function bytesOf(url: string): Promise<BarePlan> {
  const response = await fetch(url)
  const own = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'set-cookie'])
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !own.has(name)))
  return {
    kind: 'bytes',
    headers: { ...headers, 'set-cookie': response.headers.getSetCookie() },
    body: await response.text(),
  }
}

/** Returns the tree of a page, from the data in the page itself. */
export async function treeOf(url: string): Promise<BarePlan> {
  const data = /id="page-data"[^>]*>([^<]*)</.exec(await (await fetch(url)).text())?.[1]
  if (data === undefined) throw new Error(`${url} carries no data to render from`)
  return { kind: 'render', page: { url: new URL(url).pathname, ...(JSON.parse(data) as PageData) } }
}

/** Fastify alone: no log, no sessions, no checks. */
export async function serveBare(planFile: string, port: number): Promise<void> {
  const plan = JSON.parse(await readFile(planFile, 'utf8')) as BarePlan
  const app = fastify({ logger: false })
  if (plan.kind === 'bytes') {
    app.get('/', (_request, reply) => reply.headers(plan.headers).send(plan.body))
  } else if (plan.kind === 'query') {
    const pool = new pg.Pool({ connectionString: plan.databaseUrl, max: 10 })
    app.addHook('onClose', () => pool.end())
    // The rows that were read are discarded, and the same number of bytes of JSON is generated as in the product.
    app.get('/', async () => {
      for (const [at, { text, values }] of plan.statements.entries())
        await pool.query({ name: `bare_${at}`, text, values })
      return plan.answer
    })
  } else {
    const renderer = await editionIn(await builtPages.read(), 'en').renderer()
    app.get('/', async (_request, reply) => {
      const { title, body } = await renderer.render(plan.page)
      return reply.type('text/html; charset=utf-8').send(title + body)
    })
  }
  await app.listen({ host: '127.0.0.1', port })
  process.once('SIGTERM', () => void app.close())
}
