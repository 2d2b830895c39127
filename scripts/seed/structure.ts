import type pg from 'pg'

/** Indexes and constraints of tables, which slow loading down. */
export type Structure = { drop: string[]; restore: string[] }

/**
 * Returns statements that drop and restore the indexes, keys and references of these tables, because an index built at
 * the end costs a fraction of one maintained row by row. Keys come before references to them.
 */
export async function readStructure(client: pg.Client, tables: readonly string[]): Promise<Structure> {
  const { rows: constraints } = await client.query<{ table: string; name: string; kind: string; definition: string }>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, contype as kind,
       pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype in ('p', 'u', 'f') and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))
     order by contype = 'f', conname`,
    [tables],
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     where i.indrelid::regclass::text = any($1)
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))
     order by 1`,
    [tables],
  )
  const keys = constraints.filter(({ kind }) => kind !== 'f')
  const references = constraints.filter(({ kind }) => kind === 'f')
  const add = ({ table, name, definition }: (typeof constraints)[number]) =>
    `alter table ${table} add constraint ${name} ${definition}`
  return {
    drop: [
      ...[...references, ...keys].map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
      ...indexes.map(({ name }) => `drop index ${name}`),
    ],
    restore: [...keys.map(add), ...indexes.map(({ definition }) => definition), ...references.map(add)],
  }
}
