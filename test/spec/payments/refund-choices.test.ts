import assert from 'node:assert/strict'
import { test } from 'vitest'
import { act, givenATrial, type Refused } from '../../support/admin/admin-calls.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAnAdministrator, type TestShop } from '../../support/given.ts'
import { chargesOf, givenAPayer, mailsTo, stateOf, withShop } from '../../support/billing/paying.ts'
import { unchanged } from '../../support/unchanged.ts'

type Coded = { errors: { field: string; code: string }[] }

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)
const comment = 'Charged twice, ticket 4712.'

// oxlint-disable-next-line unicorn/no-thenable -- the name of the field in JSON; a body is never awaited
const then = (outcome: string) => ({ then: outcome })

const refund = async (shop: TestShop, { id }: { id: string }, body: object = {}) => {
  const row = await act(await givenAnAdministrator(shop), `refund/${id}`, { comment, ...body })
  await shop.catchUp()
  return row
}

type Refundable = {
  invoice: string
  date: string
  periodEnd: string
  paid: number
  refunded: number
  left: number
  currency: string
  card: { brand: string; lastDigits: string } | null
  current: boolean
  disputed: boolean
}
async function refundableOf(shop: TestShop, { id }: { id: string }): Promise<Refundable[]> {
  const answer = await (await givenAnAdministrator(shop)).get(`/api/v1/subscriptions/refundable/${id}`)
  assert.equal(answer.status, 200)
  return (await answer.json()) as Refundable[]
}
const briefly = (rows: Refundable[]) => rows.map((row) => [row.paid, row.refunded, row.left, row.current])

test('a full refund that keeps the subscription leaves access, renewal and the next charge as they were [10.27]', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    assert.equal((await refund(shop, payer, { ...then('keep') })).status, 'active')
    assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-20')
    const [mail] = await mailsTo(shop, payer, /refunded/)
    assert.match(mail?.text ?? '', /We refunded US\$149\.00[^]*continues as before[^]*Visa ending in 4242/)
    await shop.advanceTo('2026-12-21T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    assert.equal((await chargesOf(shop, payer)).length, 2)
    assert.equal((await mailsTo(shop, payer, /has ended/)).length, 0)
    const administrator = await givenAnAdministrator(shop)
    await act(administrator, `cancel/${payer.id}`, { comment })
    const undone = await act(await givenAnAdministrator(shop), `revive/${payer.id}`, { comment })
    assert.equal(undone.status, 'active', 'nothing of the new period was refunded')
  }))

test('the invoice of an earlier period is refunded alone, and the present period stays as it is [10.27]', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.advanceTo('2026-12-21T12:00:00Z')
    const [second, first, ...more] = await refundableOf(shop, payer)
    assert.ok(first && second)
    assert.equal(more.length, 0)
    assert.deepEqual(briefly([second, first]), [
      [149, 0, 149, true],
      [149, 0, 149, false],
    ])
    assert.deepEqual(first.card, { brand: 'visa', lastDigits: '4242' })
    assert.equal(first.date.slice(0, 10), '2026-11-20')
    for (const [body, field, code] of [
      [{ ...then('end') }, 'then', 'EARLIER_PERIOD'],
      [{ ...then('end-of-period') }, 'then', 'EARLIER_PERIOD'],
      [{ cancel: true }, 'then', 'EARLIER_PERIOD'],
      [{ amount: 149.01 }, 'amount', 'AMOUNT_TOO_LARGE'],
    ] as const) {
      const administrator = await givenAnAdministrator(shop)
      const call = (): Promise<Coded> =>
        act<Coded>(administrator, `refund/${payer.id}`, { comment, invoice: first.invoice, ...body }, 400)
      const { errors } = await unchanged(shop, call, ['sessions'])
      assert.deepEqual(
        errors.map((one) => [one.field, one.code]),
        [[field, code]],
      )
    }
    await refund(shop, payer, { invoice: first.invoice, amount: 49 })
    await refund(shop, payer, { invoice: first.invoice, ...then('keep') })
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    assert.deepEqual(briefly(await refundableOf(shop, payer)), [
      [149, 0, 149, true],
      [149, 149, 0, false],
    ])
    const again = await act<Refused>(
      await givenAnAdministrator(shop),
      `refund/${payer.id}`,
      { comment, invoice: first.invoice },
      409,
    )
    assert.match(again.message, /no payment/)
    assert.equal((await mailsTo(shop, payer, /refunded/)).length, 2)
    const cancelled = await act(await givenAnAdministrator(shop), `cancel/${payer.id}`, { comment })
    assert.equal(cancelled.status, 'cancelled')
    const undone = await act(await givenAnAdministrator(shop), `revive/${payer.id}`, { comment })
    assert.equal(undone.status, 'active', 'nothing was refunded of the present period')
  }))

test('an unknown invoice, one of another subscription and contradictory choices get 400 at their field; the audit contains amount, choice, invoice and reason of a refund', () =>
  shopAt(async (shop) => {
    const [payer, other] = [await givenAPayer(shop, 'analytics-monthly'), await givenAPayer(shop, 'analytics-monthly')]
    const trial = await givenATrial(shop)
    await shop.catchUp()
    const [others] = await refundableOf(shop, other)
    const administrator = await givenAnAdministrator(shop)
    for (const [body, field] of [
      [{ invoice: 'NONE-0001' }, 'invoice'],
      [{ invoice: others?.invoice }, 'invoice'],
      [{ ...then('later') }, 'then'],
      [{ ...then('keep'), cancel: true }, 'cancel'],
    ] as const) {
      const call = () => act<Refused>(administrator, `refund/${payer.id}`, { comment, ...body }, 400)
      const { errors } = await unchanged(shop, call, ['sessions'])
      assert.deepEqual(
        errors?.map((one) => one.field),
        [field],
        JSON.stringify(body),
      )
    }
    const [invoice] = await refundableOf(shop, payer)
    await refund(shop, payer, { amount: 12.5, ...then('keep'), invoice: invoice?.invoice })
    const answer = await administrator.get('/api/v1/audit?act=refund&search=ticket 4712')
    const [line] = (await answer.json()) as [{ comment: string; refund: unknown }]
    assert.equal(line.comment, comment)
    assert.deepEqual(line.refund, { amount: 12.5, currency: 'usd', invoice: invoice?.invoice, outcome: 'keep' })
    const csv = await (await administrator.get('/api/v1/export/audit?act=refund')).text()
    assert.match(csv, new RegExp(`12\\.50,USD,${invoice?.invoice},keep`))

    assert.deepEqual(await refundableOf(shop, trial), [])
    const path = '/api/v1/subscriptions/refundable/'
    assert.equal((await administrator.get(path + crypto.randomUUID())).status, 404)
    assert.equal((await administrator.get(`${path}nothing`)).status, 404)
    assert.equal((await trial.visitor.get(path + trial.id)).status, 403)
  }))
