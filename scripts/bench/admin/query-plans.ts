import pg from 'pg'
import type { Statement } from '../bare.ts'

type Node = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number; 'Actual Rows': number }

/** Returns what statements read: pages, from cache or disk, and the returned rows. */
export async function readBy(
  pool: pg.Pool,
  statements: readonly Statement[],
): Promise<{ pages: number; rows: number }> {
  const read = { pages: 0, rows: 0 }
  const client = await pool.connect()
  try {
    for (const [at, { text, values }] of statements.entries()) {
      const plan = await explain(client, `bench_${at}`, text, values)
      read.pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      read.rows += plan['Actual Rows']
    }
    return read
  } finally {
    client.release(true)
  }
}

/** After five runs PostgreSQL may choose a generic plan: the eighth shows what the product gets. */
async function explain(client: pg.PoolClient, name: string, text: string, values: unknown[]): Promise<Node> {
  await client.query(`prepare ${name} as ${text}`)
  const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`
  let plan: Node | undefined
  for (let turn = 0; turn < 8; turn += 1) {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (analyze, buffers, timing off, format json) execute ${name}${given}`,
    )
    plan = rows[0]?.['QUERY PLAN'][0].Plan
  }
  if (!plan) throw new Error('EXPLAIN answered nothing')
  return plan
}

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `'{${value.map((one) => (one === null ? 'null' : String(one))).join(',')}}'`
  if (value instanceof Date) return `'${value.toISOString()}'`
  return typeof value === 'string' ? pg.escapeLiteral(value) : JSON.stringify(value)
}
