import assert from 'node:assert/strict'
import { test } from 'vitest'
import { givenABuyer, givenASubscriber } from '../../support/billing/given-buyer.ts'
import { givenAShop, givenATrialUser } from '../../support/given.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const shop = await givenAShop()

/** Returns the text of a page as the server sends it. */
async function shown(visitor: TestVisitor, path: string): Promise<string> {
  const page = await (await visitor.get(path)).text()
  return page.slice(0, page.indexOf('<script type="application/json"')).replaceAll('<!-- -->', '')
}

const headings = (page: string) => [...page.matchAll(/<h[12][^>]*>([^<]*)</g)].map(([, text]) => text)

test('a trial or a purchase shows its status: what it gives while active, afterwards nothing, and a plan can be bought again [2.3, 2.42, 2.53, 3.2, 4.1, 4.11]', async () => {
  const trial = await givenATrialUser(shop)
  const bought = await givenASubscriber(shop, 'analytics-monthly')
  const rows = [
    ['active', 'You already have a trial', 'Your trial has started: Parallax Analytics trial', 'Thank you for your purchase', 'Manage subscription'],
    ['expired', 'Your trial has expired', 'No active subscription', 'No active subscription', 'Continue to payment'],
    ['cancelled', 'Your trial has expired', 'No active subscription', 'No active subscription', 'Continue to payment'],
  ] as const // prettier-ignore
  for (const [status, home, started, thanks, order] of rows) {
    await shop.sql('update subscriptions set status = $1', [status])
    assert.deepEqual(headings(await shown(trial.visitor, '/')), ['Start your free trial', home], status)
    const pages = [
      [started, await shown(trial.visitor, '/plans/analytics-trial/confirmation')],
      [thanks, await shown(bought.visitor, '/plans/analytics-monthly/confirmation')],
    ] as const
    for (const [heading, page] of pages) {
      assert.equal(headings(page)[0], heading, status)
      assert.equal(page.includes('Download the installer'), status === 'active')
    }
    assert.ok((await shown(bought.visitor, '/plans/analytics-monthly')).includes(order), status)
  }
})

test('the agreement and the policy of the brand are linked where they are accepted, and on every page [1.16]', async () => {
  const stranger = shop.visitor()
  const { visitor: buyer } = await givenABuyer(shop)
  const links = (page: string) =>
    [...page.matchAll(/<a\b[^>]*?href="(\/sandbox\/documents\/\w+)"/g)].map(([, to]) => to)
  const [eula, privacy] = ['/sandbox/documents/eula', '/sandbox/documents/privacy']
  const pages = ['terms', 'refunds', 'imprint'].map((name) => `/sandbox/documents/${name}`)
  assert.deepEqual(links(await shown(stranger, '/')), [privacy, eula, eula, privacy, ...pages])
  assert.deepEqual(links(await shown(buyer, '/plans/analytics-annual')), [eula, ...pages, eula, privacy, ...pages])
  for (const path of ['/plans', '/busy', '/notFound'])
    assert.deepEqual(links(await shown(stranger, path)), [eula, privacy, ...pages])
  for (const [path, title] of [
    [eula, 'End user license agreement'],
    [privacy, 'Privacy policy'],
  ] as const) {
    const answer = await stranger.get(path)
    assert.equal(answer.status, 200)
    assert.match(await answer.text(), new RegExp(`<h1[^>]*>${title}`))
  }
})

test('the form begins with the United States unless the operator configured another country [9.2]', async () => {
  const page = await shown(shop.visitor(), '/try/statistics-trial')
  assert.equal(/<option value="([A-Z]{2})" selected/.exec(page)?.[1], 'US')
})
