import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { sql } from 'kysely'
import { openTables, useCluster } from '../../../../test/support/cluster.ts'
import { countBuckets, countLines } from './counts.ts'
import { buckets, type AdminSort, type Cursor, type ListQuery } from './list.ts'
import { listPage } from './rows.ts'
import { findPagePath, type PagePath } from './search.ts'
import type { Meaning } from './words.ts'

const { db } = await openTables(await useCluster(), { max: 1 })
await sql`set statement_timeout = 0`.execute(db)
// Lines as they are in a shop: plans are of some buckets, a few lines excepted, and most buckets are small.
await sql`
  insert into subscribers (id, email, email_key, first_name, last_name, company, country, dpl_status, denied_country,
    registered_at, language)
  select gen_random_uuid(), 'n' || n || '@firm.example', 'n' || n || '@firm.example', 'Ann', 'Number', 'Firm',
    'DE', 'PASS', false, '2026-11-20', 'en' from generate_series(1, 4000) n`.execute(db)
await sql`
  update user_list_rows r set bucket = case when n % 3 < 2 then 7 else n % 9 end,
    country = (array['DE', 'DE', 'DE', 'IN', 'IN', 'MQ'])[1 + n % 6],
    plan = case when n % 97 = 0 then 'rare' when n % 3 = 0 then 'trial' when n % 5 = 0 then 'weekly' end,
    search = ' ' || case when n % 50 = 0 then 'martin' when n % 7 = 0 then 'anders' else 'x' || n % 13 end,
    name_key = 'name ' || (n * 7919) % 800, industry_key = case when n % 4 = 0 then '' else 'i' || n % 5 end
  from (select id, row_number() over (order by name_key, id) as n from user_list_rows) numbered
  where numbered.id = r.id`.execute(db)
await sql`vacuum analyze`.execute(db)

type Line = { id: string; bucket: number; search: string; country: string; plan: string | null; name_key: string }
const { rows: all } = await sql<Line>`
  select id, bucket, search, country, plan, name_key from user_list_rows order by name_key, id`.execute(db)

const countries = fc.subarray(['DE', 'IN', 'MQ', 'FR'], { maxLength: 2 })
const plans = fc.subarray(['trial', 'weekly', 'rare', 'none'], { maxLength: 2 })

test('a word that means a country or plan finds what a reading of every line finds, on pages and in counts [7.12]', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('martin', 'anders', 'nobody', 'martin x1'),
      fc.record({ countries, plans }),
      fc.subarray([...buckets.keys()], { minLength: 1 }),
      fc.constantFrom<AdminSort>('name', 'name', 'email', 'industry', 'status', 'type', 'endDate'),
      fc.boolean(),
      fc.constantFrom(7, 101),
      async (search, meaning, wanted, sort, descending, limit) => {
        const list = { search, buckets: wanted, sort, descending, meaningOf: async () => () => meaning }
        const expected = all.filter((line) => wanted.includes(line.bucket) && isFound(line, search, meaning))
        const found = await pages(list, limit, seen)
        const ids = expected.map(({ id }) => id)
        if (sort === 'name') assert.deepEqual(found, descending ? ids.toReversed() : ids)
        else assert.deepEqual(found.toSorted(), ids.toSorted())
        assert.equal(await countLines(db, list, null), ids.length)
        assert.equal(Math.min(5, await countLines(db, list, 5)), Math.min(5, ids.length))
        const inBuckets = wanted.map((bucket) => expected.filter((line) => line.bucket === bucket).length)
        assert.deepEqual(await counted(list, null), inBuckets)
        assert.deepEqual(
          (await counted(list, 5)).map((count) => Math.min(count, 5)),
          inBuckets.map((count) => Math.min(count, 5)),
        )
      },
    ),
    { numRuns: 80 },
  )
  assert.deepEqual([...seen].toSorted(), ['collected', 'letters', 'scan', 'scanned and collected'])
})

function isFound({ search, country, plan }: Line, words: string, meaning: Meaning): boolean {
  const isMeant = meaning.countries.includes(country) || (plan !== null && meaning.plans.includes(plan))
  return words.split(' ').every((word) => search.includes(word.length < 3 ? ` ${word}` : word) || isMeant)
}

/** The ids of all pages, one after the other. */
async function pages(list: ListQuery, limit: number, seen: Set<string>): Promise<string[]> {
  const ids: string[] = []
  let cursor: Cursor | null = null
  do {
    seen.add(nameOf(await findPagePath(db, list, { cursor, backward: false }, limit + 1)))
    const page: Awaited<ReturnType<typeof listPage>> = await listPage(db, list, { cursor, backward: false }, limit)
    ids.push(...page.lines.map(({ cursor_id: id }) => id))
    cursor = page.next
  } while (cursor && ids.length < 3 * limit)
  // The rest at once: a page has 500 lines at the most.
  while (cursor) {
    const page: Awaited<ReturnType<typeof listPage>> = await listPage(db, list, { cursor, backward: false }, 500)
    ids.push(...page.lines.map(({ cursor_id: id }) => id))
    cursor = page.next
  }
  return ids
}

function nameOf(path: PagePath): string {
  if (path.by !== 'meaning') return path.by
  return path.scanned.length > 0 ? 'scanned and collected' : 'collected'
}

async function counted(list: ListQuery, limit: number | null): Promise<number[]> {
  const counts = await countBuckets(db, list, limit)
  return list.buckets.map((bucket) => counts.find((each) => each.bucket === bucket)?.count ?? 0)
}
