import type { TestShop } from './given.ts'

/** Removes a table while `work` runs: requests that need it get 500, and all others work. */
export async function without(shop: Pick<TestShop, 'sql'>, table: string, work: () => Promise<unknown>): Promise<void> {
  await shop.sql(`alter table ${table} rename to ${table}_away`)
  try {
    await work()
  } finally {
    await shop.sql(`alter table ${table}_away rename to ${table}`)
  }
}

/** Prevents inserts into a table while `work` runs, as on a full disk: the product responds with 503. */
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
