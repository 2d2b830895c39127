import assert from 'node:assert/strict'
import { test } from 'vitest'
import { givenAShop, givenATrialUser, signIn, type TestShop } from '../../support/given.ts'

const shop: TestShop = await givenAShop()
const minute = 60_000
const begun = Date.now()
const { visitor, email } = await givenATrialUser(shop)

const newLink = async (who = visitor) => {
  const answer = await who.get('/api/v1/download/analytics')
  return { status: answer.status, link: String(((await answer.json()) as { link?: string }).link) }
}
const statusOf = async (link: string, range?: string, who = visitor) => {
  const answer = await who.get(link, range === undefined ? {} : { range })
  await answer.arrayBuffer()
  return answer.status
}
const goOnTo = (minutes: number) => shop.advanceTo(new Date(begun + minutes * minute).toISOString())

/** One test, because the clock only moves forward. */
test('a download link can be started for five minutes and, once started, continued for twelve hours, and never beyond the trial [7.8]', async () => {
  const [{ link }, unused, continued] = [await newLink(), await newLink(), await newLink()]
  assert.equal(await statusOf(link), 200)
  assert.equal(await statusOf(continued.link, 'bytes=1-'), 206)

  await goOnTo(4)
  assert.equal(await statusOf(link), 200)
  await goOnTo(7)
  assert.equal(await statusOf(link), 403)
  for (const beginning of [
    'bytes=0-',
    'bytes=0-99',
    'bytes=-100000',
    'bytes=-10',
    'bytes=1-1,0-',
    'nonsense',
    'bytes=1',
  ])
    assert.equal(await statusOf(link, beginning), 403, beginning)
  for (const rest of ['bytes=1-', 'bytes=100-199', 'bytes=20000-']) assert.equal(await statusOf(link, rest), 206, rest)
  assert.equal(await statusOf(unused.link, 'bytes=1-'), 403, 'all but the first byte of a link that was not started')
  assert.equal(await statusOf(continued.link, 'bytes=1-'), 206)

  await goOnTo(11 * 60)
  const later = shop.visitor()
  await signIn(later, email)
  assert.equal(await statusOf(link, 'bytes=100-', later), 206)
  assert.equal(await statusOf(link, 'bytes=0-', later), 403)

  await goOnTo(12 * 60 + 2)
  await signIn(later, email)
  assert.equal(await statusOf(link, 'bytes=100-', later), 403)
  const fresh = await newLink(later)
  assert.equal(await statusOf(fresh.link, undefined, later), 200)

  await goOnTo(31 * 24 * 60)
  const afterwards = shop.visitor()
  await signIn(afterwards, email)
  assert.equal(await statusOf(fresh.link, undefined, afterwards), 403)
  assert.equal((await newLink(afterwards)).status, 403)
})
