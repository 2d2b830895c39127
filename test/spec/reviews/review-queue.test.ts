import assert from 'node:assert/strict'
import { test } from 'vitest'
import { kindsOfReason, reviewReasons } from '../../../domain/screening/review-reasons.ts'
import { isHeld } from '../../../domain/subscription/subscription.ts'
import { openDatabase } from '../../../server/database/pool.ts'
import { reviewsIn } from '../../../server/store/screening/reviews.ts'
import type { Tables } from '../../../server/store/tables.ts'
import { idOf } from '../../support/admin/admin-page.ts'
import { givenAShop, givenATrialUser } from '../../support/given.ts'

const shop = await givenAShop()

test('the queue is filtered and ordered by the reasons that it shows', async () => {
  const { email, visitor } = await givenATrialUser(shop, {
    email: `zoltan.${Date.now()}@gmail.com`,
    firstName: 'Zoltan',
    lastName: 'Karnovak',
  })
  const id = await idOf(shop, email)
  const { db, close } = openDatabase<Tables>(shop.databaseUrl)
  const find = (reason: (typeof reviewReasons)[number] | null) =>
    reviewsIn(db, { state: 'waiting', order: 'match', search: '', reason, subscriber: id }, null, 1)
  const isNamed = (kind: string) => Object.values(kindsOfReason).some((kinds) => kinds.includes(kind))

  /** Returns the kinds shown, once the filters and the rank agree with them. */
  async function kindsShown(): Promise<string[]> {
    const [review] = await find(null)
    assert.ok(review)
    const { reasons, rank, subscriber } = review
    const kinds = reasons.map(({ kind }) => kind)
    for (const reason of reviewReasons) {
      const isShown = kinds.some((kind) => (reason === 'other' ? !isNamed(kind) : kindsOfReason[reason].includes(kind)))
      assert.equal((await find(reason)).length === 1, isShown, `${reason} of ${kinds.join()}`)
    }
    const scores = reasons.flatMap(({ kind, score = 0.01 }) => (kind === 'list' ? [score] : []))
    const { dpl_status: dplStatus, denied_country: deniedCountry } = subscriber
    const expected = (isHeld({ dplStatus, deniedCountry }) ? 0 : 2) - Math.max(0, ...scores)
    assert.ok(Math.abs(Number(rank) - expected) < 1e-6, `${rank} of ${kinds.join()}`)
    return kinds.toSorted()
  }
  const person = (columns: string) => shop.sql(`update subscribers set ${columns} where id = $1`, [id])

  try {
    assert.deepEqual(await kindsShown(), ['list', 'personal-email'])
    await shop.sql(
      `insert into screening_checks (id, subscriber_id, at, occasion, outcome, person, lists, reasons, decided_by)
       values (gen_random_uuid(), $1, now(), 'download', 'PENDING', '{}', '[]', '[{"kind":"unscreened","key":"unscreened","holds":true}]', 'system')`,
      [id],
    )
    assert.deepEqual(await kindsShown(), ['list', 'personal-email', 'unscreened'])
    await person('approval_withdrawn_at = now()')
    assert.deepEqual(await kindsShown(), ['list', 'personal-email', 'unscreened', 'withdrawn'])
    await person("approval_withdrawn_at = null, dpl_status = 'PASS'")
    assert.deepEqual(await kindsShown(), ['list', 'personal-email', 'unscreened'])
    await shop.sql(
      `insert into screening_exceptions select $1, found ->> 'key', 'x', now()
       from screening_checks, jsonb_array_elements(reasons) found
       where subscriber_id = $1 and found ->> 'kind' = 'list' group by 2`,
      [id],
    )
    assert.deepEqual(await kindsShown(), ['personal-email', 'unscreened'])
    await person("dpl_status = 'PENDING'")
    const details = { firstName: 'Jane', lastName: 'Karnovak', company: 'Northwind' }
    assert.equal((await visitor.post('/api/v1/account/details', details)).status, 200)
    assert.deepEqual(await kindsShown(), ['correction', 'personal-email', 'unscreened'])
    await shop.sql('delete from screening_exceptions where subscriber_id = $1', [id])
    await person("dpl_status = 'PASS', review_since = null")
    assert.deepEqual(await kindsShown(), ['correction'])
    await person('denied_country = true')
    assert.deepEqual(await kindsShown(), ['correction'])
  } finally {
    await close()
  }
})
