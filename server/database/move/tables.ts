import pg from 'pg'

export type MovedTable = {
  /** Quoted for SQL. */
  name: string
  /** Quoted for SQL; without columns that the database computes. */
  columns: string[]
}

/** Excluded: the applied migrations, which each database records itself. */
const ofMigrations = ['kysely_migration', 'kysely_migration_lock']

/** Returns the tables of the schema `public`, each after those that its foreign keys reference. */
export async function tablesOf(client: pg.Client): Promise<MovedTable[]> {
  const { rows: columns } = await client.query<{ table: string; column: string; computed: boolean }>(
    `select c.relname as table, a.attname as column, a.attgenerated <> '' as computed
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and c.relname <> all ($1)
     order by c.relname, a.attname`,
    [ofMigrations],
  )
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select distinct o.relname as from, r.relname as to
     from pg_constraint f join pg_class o on o.oid = f.conrelid join pg_class r on r.oid = f.confrelid
     where f.contype = 'f' and f.connamespace = 'public'::regnamespace and f.conrelid <> f.confrelid`,
  )
  const named = Map.groupBy(columns, ({ table }) => table)
  return inOrder([...named.keys()], references).map((table) => ({
    name: `public.${pg.escapeIdentifier(table)}`,
    columns: (named.get(table) ?? [])
      .filter(({ computed }) => !computed)
      .map(({ column }) => pg.escapeIdentifier(column)),
  }))
}

/** Tables with rows that a migration adds to an empty database. */
const ofNewDatabases = ['figure_state']

/** Returns a table of the schema `public` with rows, except those that migrations add; null if there is none. */
export async function usedTable(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1) order by relname`,
    [[...ofMigrations, ...ofNewDatabases]],
  )
  for (const { name } of rows) {
    const { rowCount } = await client.query(`select from public.${pg.escapeIdentifier(name)} limit 1`)
    if (rowCount) return name
  }
  return null
}

/** Orders names so that each follows those that it references. Throws for a circular reference. */
export function inOrder(names: readonly string[], references: readonly { from: string; to: string }[]): string[] {
  const placed = new Set<string>()
  const left = new Set(names)
  while (left.size > 0) {
    const next = [...left].filter((name) =>
      references.every(({ from, to }) => from !== name || placed.has(to) || !left.has(to)),
    )
    if (next.length === 0) throw new Error(`The tables ${[...left].join(', ')} refer to each other.`)
    for (const name of next) {
      placed.add(name)
      left.delete(name)
    }
  }
  return [...placed]
}
