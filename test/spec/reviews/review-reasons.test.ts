import assert from 'node:assert/strict'
import { describe, test, vi } from 'vitest'
import type { DeniedPartyList } from 'name-screening'
import type { Reason } from '../../../domain/screening/screening.ts'
import { sampleLists } from '../../../server/screening/sample.ts'
import { act, forget, idOf, read } from '../../support/admin/admin-page.ts'
import { checkOut, heldBy } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser, secret, runFromSources } from '../../support/given.ts'
import { unchanged } from '../../support/unchanged.ts'

runFromSources()
const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

type Review = { since: string; reasons: Reason[] }
const waits = async (id: string) =>
  (await read<Review[]>(administrator, `/api/v1/reviews?subscriber=${id}`))[0]?.reasons ?? []
const approve = (id: string, body: object = {}) =>
  act(administrator, `/api/v1/reviews/approve/${id}`, { comment: 'Seen.', ...body })

async function given(changes: Record<string, unknown>) {
  const person = await givenATrialUser(shop, changes)
  return { ...person, id: await idOf(shop, person.email) }
}

function aList(...names: [id: string, primary: string, ...aliases: string[]][]): DeniedPartyList {
  return {
    name: 'List of the tests',
    hash: names.join(),
    date: '2026-10-31',
    entries: names.map(([id, ...written]) => ({
      id,
      kind: 'person' as const,
      names: written.map((name) => ({ name, quality: 'primary' as const })),
      programmes: ['TESTS', 'MORE'],
    })),
  }
}

test('a match states the entry, its list and day, both names, the matching words, and the parts of the score', async () => {
  const inForce = Promise.resolve([aList(['E-1', 'Ondrej Sladkovski', 'SLADKOVSKY, Ondrej Vaclav'])])
  vi.spyOn(sampleLists, 'inForce').mockImplementation(() => inForce)
  const { id } = await given({ firstName: 'Ondrej Vaclav', lastName: 'Sladkovsky' })
  const [reason] = await waits(id)
  assert.ok(reason?.breakdown && reason.matched)
  const { breakdown, matched, ...said } = reason
  assert.deepEqual(said, {
    kind: 'list',
    key: 'list:List of the tests:E-1:ondrej vaclav sladkovsky',
    holds: true,
    text: 'Same name as entry E-1 on List of the tests',
    list: 'List of the tests',
    listDate: '2026-10-31',
    entry: 'E-1',
    entryKind: 'person',
    entryName: 'Ondrej Sladkovski',
    programmes: ['TESTS', 'MORE'],
    alias: 'SLADKOVSKY, Ondrej Vaclav',
    compared: 'Ondrej Vaclav Sladkovsky',
    score: 1,
  })
  const words = (side: 'compared' | 'listed') => matched.flatMap((pair) => pair[side]).toSorted()
  assert.deepEqual(words('compared'), ['Ondrej', 'Sladkovsky', 'Vaclav'])
  assert.deepEqual(words('listed'), ['Ondrej', 'SLADKOVSKY', 'Vaclav'])
  assert.equal(breakdown.matched, 1)
  const [check] = await read<{ reasons: Reason[] }[]>(administrator, `/api/v1/subscribers/${id}/checks`)
  assert.deepEqual(check?.reasons, [reason])
})

test('reasons are recorded as data, and shown in the reader’s language in the queue, the checks and the evidence', async () => {
  const { id } = await given({ email: 'in.words@gmail.com' })
  const rows = await shop.sql('select reasons from screening_checks where subscriber_id = $1', [id])
  assert.doesNotMatch(JSON.stringify(rows), /"text"|email provider/)
  const addresses = [
    `/api/v1/reviews?subscriber=${id}`,
    `/api/v1/subscribers/${id}/checks`,
    `/api/v1/export/screening?subscriber=${id}`,
  ]
  for (const address of addresses) {
    const english = await administrator.get(address, { 'accept-language': 'en' })
    assert.match(await english.text(), /gmail\.com is a personal email provider/, address)
    const german = await administrator.get(address, { 'accept-language': 'de' })
    assert.match(await german.text(), /gmail\.com ist ein Anbieter privater E-Mail-Adressen/, address)
  }
})

test('a person cleared of an entry passes at checkout, and another matching entry needs a separate review', async () => {
  const first: [string, string] = ['E-1', 'Radovan Hlinka']
  let inForce = Promise.resolve([aList(first)])
  vi.spyOn(sampleLists, 'inForce').mockImplementation(() => inForce)
  const person = await given({ firstName: 'Radovan', lastName: 'Hlinka' })
  assert.deepEqual(
    (await waits(person.id)).map(({ entry }) => entry),
    ['E-1'],
  )
  assert.equal((await approve(person.id)).status, 200)
  assert.equal((await checkOut(person.visitor)).status, 200)
  assert.deepEqual(await waits(person.id), [])
  const latest = async () =>
    (await read<{ occasion: string; outcome: string }[]>(administrator, `/api/v1/subscribers/${person.id}/checks`))[0]
  assert.deepEqual([(await latest())?.occasion, (await latest())?.outcome], ['checkout', 'PASS'])

  inForce = Promise.resolve([aList(first, ['E-2', 'Radovan HLINKA'])])
  assert.equal((await checkOut(person.visitor)).status, 409)
  assert.deepEqual(
    (await waits(person.id)).map(({ entry }) => entry),
    ['E-2'],
  )
  assert.equal((await latest())?.outcome, 'PENDING')
  assert.deepEqual(
    (await heldBy(person.visitor)).map(({ subscription }) => subscription.status),
    ['pending'],
  )
})

test('an approval is refused if a reason was found after the administrator loaded the review', async () => {
  const inForce = Promise.resolve([aList(['E-1', 'Bedrich Maly'])])
  const person = await given({ firstName: 'Bedrich', lastName: 'Maly', company: 'Contoso' })
  const seen = (await waits(person.id)).map(({ key }) => key)
  vi.spyOn(sampleLists, 'inForce').mockImplementation(() => inForce)
  await person.visitor.get('/api/v1/download/analytics')
  assert.equal((await checkOut(person.visitor)).status, 409)
  assert.equal((await waits(person.id)).length, 2)
  const refused = await unchanged(shop, () => approve(person.id, { seen }), ['sessions'])
  assert.deepEqual(
    [refused.status, refused.message],
    [409, 'A new reason was found for this person. Reload the page and review it.'],
  )
  assert.equal((await approve(person.id, { seen: (await waits(person.id)).map(({ key }) => key) })).status, 200)
})

describe('a domain cleared for a company', () => {
  const [newer, newest] = [
    'another secret of the tests that is long enough',
    'a third secret of the tests that is long enough',
  ]
  const from = (name: string, company: string) => given({ email: `${name}@fabrikam.example`, company })
  const kinds = async (id: string) => (await waits(id)).map(({ kind }) => kind)

  test('fits it for everyone who registers later, in any spelling of the company', async () => {
    const first = await from('first', 'Contoso Ltd')
    const before = await from('before', 'Contoso Ltd')
    assert.deepEqual([await kinds(first.id), await kinds(before.id)], [['domain'], ['domain']])
    assert.equal((await approve(first.id)).status, 200)
    for (const [name, company] of [
      ['second', 'Contoso Ltd'],
      ['third', 'CONTOSO GmbH'],
    ] as const)
      assert.deepEqual(await kinds((await from(name, company)).id), [], company)
    assert.deepEqual(await kinds((await from('other', 'Woodgrove')).id), ['domain'])
    const elsewhere = await given({ email: 'one@tailspin.example', company: 'Contoso Ltd' })
    assert.deepEqual(await kinds(elsewhere.id), ['domain'])
    const cleared = await shop.sql<{ by: string }>('select distinct cleared_by as by from cleared_domains')
    assert.deepEqual(cleared, [{ by: 'admin@shop.example' }])
  })

  test('remains cleared after the first person is erased, without their data, and after the secret changes', async () => {
    assert.equal((await forget(administrator, await idOf(shop, 'first@fabrikam.example'))).status, 204)
    const kept = await shop.sql<{ row: string }>('select t::text as row from cleared_domains t')
    assert.ok(kept.length > 0 && kept.every(({ row }) => !/contoso|fabrikam/i.test(row)))
    await shop.restart({ SECRET: `${newer},${secret}` })
    assert.deepEqual(await kinds((await from('fourth', 'Contoso Ltd')).id), [])
  })

  test('is no longer cleared once the approval is withdrawn, even after the secret changes', async () => {
    const first = await from('first.of.all', 'Proseware')
    assert.equal((await approve(first.id)).status, 200)
    await shop.restart({ SECRET: `${newest},${newer},${secret}` })
    const colleague = await from('colleague', 'Proseware')
    assert.deepEqual(await kinds(colleague.id), [])
    const withdrawn = await act(administrator, `/api/v1/reviews/withdraw/${first.id}`, { comment: 'A mistake.' })
    assert.equal(withdrawn.status, 200)
    assert.deepEqual(await kinds((await from('newcomer', 'Proseware')).id), ['domain'])
    assert.equal((await colleague.visitor.get('/api/v1/download/analytics')).status, 403)
  })

  test('is not cleared for a company without a name, nor by a refusal', async () => {
    const [nameless, refused] = [await from('nameless', '—'), await from('refused', 'Litware')]
    assert.equal((await approve(nameless.id)).status, 200)
    assert.deepEqual(await kinds((await from('also.nameless', '—')).id), ['domain'])
    const answer = await act(administrator, `/api/v1/reviews/refuse/${refused.id}`, { comment: 'No.' })
    assert.equal(answer.status, 200)
    assert.deepEqual(await kinds((await from('next', 'Litware')).id), ['domain'])
  })
})
