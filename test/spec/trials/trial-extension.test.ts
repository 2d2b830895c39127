import assert from 'node:assert/strict'
import { test } from 'vitest'
import { eventsAt } from '../../support/admin/admin-calls.ts'
import { eventsOf, heldBy, type Owned } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser, signIn } from '../../support/given.ts'
import { unchanged } from '../../support/unchanged.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'
import { aCatalogueIn } from '../../support/catalogue-file.ts'

const begin = '2026-11-20T12:00:00Z'
const shop = await givenAShop({ CLOCK_START: begin })
const administrator = await givenAnAdministrator(shop)

/** The shipped catalogue, in which the analytics trial can be extended. */
const offering = () =>
  aCatalogueIn(shop.dataDir, ({ plans }) => {
    for (const plan of plans) {
      delete plan['extensionInDays']
      if (plan.name === 'analytics-trial') plan['extensionInDays'] = 14
    }
  })
await shop.restart({ CATALOGUE: offering() })

type Trial = Owned['subscription']
async function trialOf(visitor: TestVisitor): Promise<Trial> {
  const held = (await heldBy(visitor)).find(({ plan }) => plan.name.endsWith('trial'))
  return held?.subscription ?? assert.fail('no trial')
}

async function extend(visitor: TestVisitor, id: string) {
  const answer = await visitor.post(`/api/v1/subscriptions/extend-trial/${id}`, {})
  return { ...((await answer.json()) as Partial<Trial> & { message?: string }), code: answer.status }
}

test('a running trial is extended once, with event, email and history, also from two tabs at the same time [10.2]', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const before = await trialOf(visitor)
  assert.deepEqual([before.endDate, before.extendableTo], ['2026-12-20T00:00:00.000Z', '2027-01-03T00:00:00.000Z'])
  const answers = await Promise.all([extend(visitor, before.id), extend(visitor, before.id)])
  const [done, refused] = answers.toSorted((one, other) => one.code - other.code)
  assert.deepEqual([done?.code, done?.endDate, done?.extendableTo], [200, '2027-01-03T00:00:00.000Z', null])
  assert.deepEqual([refused?.code, refused?.message], [409, 'You have already extended this trial.'])
  const moved = (await eventsOf(shop, before.id)).filter((event) => event.startsWith('END_DATE_CHANGED'))
  assert.deepEqual(moved, [`END_DATE_CHANGED ${email}`])

  const again = await unchanged(shop, () => extend(visitor, before.id))
  assert.deepEqual([again.code, again.message], [409, 'You have already extended this trial.'])
  const after = await trialOf(visitor)
  assert.deepEqual([after.endDate, after.extendableTo, after.status], ['2027-01-03T00:00:00.000Z', null, 'active'])
  const mail = await shop.mailTo(email, 'now ends on 3 January 2027')
  assert.match(mail.text, /can be extended once/)
  const shown = (await eventsAt(administrator, before.id)).at(-1)
  assert.deepEqual(
    [shown?.addedBy, shown?.data],
    [email, { endDate: '2027-01-03T00:00:00.000Z', comment: 'The subscriber extended the trial.' }],
  )
})

test('an extension works from the page without scripts', async () => {
  const { visitor } = await givenATrialUser(shop)
  const { id } = await trialOf(visitor)
  const page = await visitor.form('/account')
  assert.match(page.html, /You can extend this trial once, until 3 January 2027\./)
  const sent = { ...page, address: `${shop.url}/account` }
  const arrived = await visitor.submit(sent, { act: 'extend-trial', subscription: id })
  const html = await arrived.text()
  assert.equal(new URL(arrived.url).pathname, '/account')
  assert.match(html, /Ends on 3 January 2027/)
  assert.doesNotMatch(html, /extend this trial/)
})

test('an extension is mentioned in the reminder and on the trial page in the last week, refused after the end, and moves the reminders', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const late = await givenATrialUser(shop)
  const { id } = await trialOf(visitor)
  assert.doesNotMatch(await (await visitor.get('/')).text(), /extend this trial/)
  await shop.advanceTo('2026-12-14T08:00:00Z')
  assert.match((await shop.mailTo(email, 'ends on 20 December')).text, /extend the trial once, until 3 January 2027/)
  await signIn(visitor, email)
  assert.match(await (await visitor.get('/')).text(), /You can extend this trial once, until 3 January 2027/)
  assert.equal((await extend(visitor, id)).code, 200)
  await shop.advanceTo('2026-12-28T08:00:00Z')
  assert.doesNotMatch((await shop.mailTo(email, 'ends on 3 January')).text, /extend the trial/)
  await signIn(late.visitor, late.email)
  const over = await trialOf(late.visitor)
  assert.deepEqual([over.status, over.extendableTo], ['expired', null])
  const answer = await extend(late.visitor, over.id)
  assert.deepEqual([answer.code, answer.message], [409, 'Your trial has expired'])
})
