import pg from 'pg'

export type Counts = Record<string, number>

/** Rows of every table. Reads them all, so that PostgreSQL checks the checksum of every page. */
export async function countRows(client: pg.Client): Promise<Counts> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select schemaname as schema, tablename as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`,
  )
  const counts: Counts = {}
  for (const { schema, name } of rows) {
    const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
    const counted = await client.query<{ rows: string }>(`select count(*) as rows from ${table}`)
    counts[schema === 'public' ? name : `${schema}.${name}`] = Number(counted.rows[0]?.rows)
  }
  return counts
}

const attempts = 5

/**
 * Counts the rows of a running database and marks the moment in its WAL as the restore point `name`. `exact` is false if others wrote
 * between the count and the mark in every attempt.
 */
export async function countAndMark(
  client: pg.Client,
  name: string,
): Promise<{ counts: Counts; exact: boolean; point: string }> {
  const snapshot = async () => (await client.query<{ s: string }>('select pg_current_snapshot()::text as s')).rows[0]?.s
  for (let attempt = 1; ; attempt++) {
    await client.query('begin isolation level repeatable read, read only')
    const before = await snapshot()
    const counts = await countRows(client)
    await client.query('commit')
    const point = `${name}-${attempt}`
    await client.query('select pg_create_restore_point($1)', [point])
    const exact = before === (await snapshot())
    if (exact || attempt === attempts) return { counts, exact, point }
  }
}

/**
 * Returns the first table with different rows: in number if the count is exact, by over 1 % and 100 if others wrote
 * meanwhile.
 */
export function difference(expected: Counts, found: Counts, exact: boolean): string | undefined {
  for (const table of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    const [wanted, got] = [expected[table], found[table]]
    if (wanted === undefined || got === undefined) return `${table} exists in only one of them`
    const tolerance = exact ? 0 : 100 + wanted / 100
    if (Math.abs(wanted - got) > tolerance) return `${table} has ${got} rows instead of ${wanted}`
  }
  return undefined
}
