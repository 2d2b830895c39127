import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Output } from '../../../contract/contract.ts'
import { act, givenATrial, type Refused } from '../../support/admin/admin-calls.ts'
import { read } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAnAdministrator } from '../../support/given.ts'
import { chargesOf, givenAPayer, mailsTo, stateOf, withShop } from '../../support/billing/paying.ts'
import { unchanged } from '../../support/unchanged.ts'

const cluster = await useCluster()
const comment = 'Charged twice, ticket 4712.'
// oxlint-disable-next-line unicorn/no-thenable -- the name of the field in JSON; a body is never awaited
const keep = { then: 'keep' }
// oxlint-disable-next-line unicorn/no-thenable -- as above
const end = { then: 'end' }

type Refundable = Output<'GET /api/v1/subscriptions/refundable/{id}'>

test('each paid invoice can be refunded alone; the present period is unaffected by an earlier one, and by its own full refund if that keeps the subscription [10.27]', () =>
  withShop(cluster, '2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const trial = await givenATrial(shop)
    await shop.advanceTo('2026-12-21T12:00:00Z')
    const administrator = await givenAnAdministrator(shop)
    const path = '/api/v1/subscriptions/refundable/'
    const refundable = () => read<Refundable>(administrator, `${path}${payer.id}?include=cards`)
    const briefly = async () => (await refundable()).map((row) => [row.paid, row.refunded, row.left, row.current])
    assert.deepEqual(await briefly(), [
      [149, 0, 149, true],
      [149, 0, 149, false],
    ])
    const [, first] = await refundable()
    assert.deepEqual([first?.date.slice(0, 10), first?.card], ['2026-11-20', { brand: 'visa', lastDigits: '4242' }])
    const refund = async (body: object) => {
      const row = await act(administrator, `refund/${payer.id}`, { comment, ...body })
      await shop.catchUp()
      return row.payment['refundable']
    }
    const earlier = { comment, invoice: first?.invoice }
    for (const ends of [end, { cancel: true }]) {
      const refused = () => act<Refused>(administrator, `refund/${payer.id}`, { ...earlier, ...ends }, 400)
      const { errors } = await unchanged(shop, refused, ['sessions'])
      assert.deepEqual(
        errors?.map(({ field }) => field),
        Object.keys(ends),
        'an earlier period cannot end the present one',
      )
    }

    assert.equal(await refund({ ...earlier, amount: 49 }), true, 'a part is left')
    await refund({ ...earlier, ...keep })
    assert.deepEqual(await briefly(), [
      [149, 0, 149, true],
      [149, 149, 0, false],
    ])
    assert.match((await act<Refused>(administrator, `refund/${payer.id}`, earlier, 409)).message, /no payment/)
    await act(administrator, `cancel/${payer.id}`, { comment })
    const undone = await act(administrator, `revive/${payer.id}`, { comment })
    assert.equal(undone.status, 'active', 'nothing was refunded of the present period')

    assert.equal(await refund(keep), false)
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    const [, , mail, ...more] = await mailsTo(shop, payer, /refunded/)
    assert.match(mail?.text ?? '', /We refunded US\$149\.00[^]*continues as before/)
    await shop.advanceTo('2027-01-21T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-02-20')
    assert.deepEqual([more, (await chargesOf(shop, payer)).length], [[], 3])

    const later = await givenAnAdministrator(shop)
    const [line] = await read<[{ refund: unknown }]>(later, '/api/v1/audit?act=refund&search=ticket 4712&limit=1')
    assert.deepEqual(line.refund, { amount: 149, currency: 'usd', invoice: null, outcome: 'keep' })
    const csv = await (await later.get('/api/v1/export/audit?act=refund')).text()
    assert.match(csv, new RegExp(`49\\.00,USD,${first?.invoice}`))
    assert.deepEqual(await read(later, path + trial.id), [])
    for (const id of [crypto.randomUUID(), 'nothing']) assert.equal((await later.get(path + id)).status, 404)
  }))
