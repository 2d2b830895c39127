import { sql, type RawBuilder } from 'kysely'

/** Returns the condition that a row comes beyond a place in the order of these columns; true without a place. */
export function beyond(
  columns: RawBuilder<unknown>,
  sign: '<' | '>',
  place: readonly unknown[] | null,
): RawBuilder<boolean> {
  return place === null ? sql`true` : sql`(${columns}) ${sql.raw(sign)} (${sql.join(place)})`
}
