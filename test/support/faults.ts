import type { TestShop } from './given.ts'

/** While `work` runs the database lacks a table: the product answers what needs it with 500, and otherwise works on. */
export async function without(shop: Pick<TestShop, 'sql'>, table: string, work: () => Promise<unknown>): Promise<void> {
  await shop.sql(`alter table ${table} rename to ${table}_away`)
  try {
    await work()
  } finally {
    await shop.sql(`alter table ${table}_away rename to ${table}`)
  }
}

/** While `work` runs no row can be added to a table, as on a full disk: the product answers with 503. */
export async function withFullDisk(
  shop: Pick<TestShop, 'sql'>,
  table: string,
  work: () => Promise<unknown>,
): Promise<void> {
  await shop.sql(
    `create or replace function full_disk() returns trigger language plpgsql
     as 'begin raise exception ''No space left on device'' using errcode = ''disk_full''; end'`,
  )
  await shop.sql(`create trigger full_disk before insert on ${table} execute function full_disk()`)
  try {
    await work()
  } finally {
    await shop.sql(`drop trigger full_disk on ${table}`)
  }
}
