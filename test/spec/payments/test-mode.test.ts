import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { givenAShop } from '../../support/given.ts'
import { givenAProvider } from '../../support/servers/given-provider.ts'

const cluster = await useCluster()
const notices = { en: 'Test mode: payments are not real.', de: 'Testmodus: Zahlungen sind nicht echt.' }
const signIn = '/api/v1/login?redirect_url=/account'
const pages = [signIn, '/', '/plans', '/plans/analytics-annual', '/notFound', '/no/such/page', '/failure']

test('every page states in its language that payments are not real while STRIPE_TEST_MODE is "allow", and none otherwise', async () => {
  const { environment } = await givenAProvider(cluster)
  const shop = await givenAShop(environment, cluster)
  async function pageIn(path: string, language: string): Promise<string> {
    const visitor = shop.visitor()
    const headers = { 'accept-language': language }
    let answer = await visitor.get(path, headers)
    for (let to = answer.headers.get('location'); to !== null; to = answer.headers.get('location'))
      answer = await visitor.get(new URL(to, answer.url).href, headers)
    assert.equal(new URL(answer.url).pathname.startsWith('/identity/'), path === signIn)
    return answer.text()
  }
  for (const path of [signIn, '/']) assert.doesNotMatch(await pageIn(path, 'en'), /site-notice/)
  await shop.restart({ STRIPE_TEST_MODE: 'allow' })
  for (const language of ['en', 'de'] as const)
    for (const path of pages) {
      const notice = `<aside class="site-notice">${notices[language]}</aside>`
      assert.ok((await pageIn(path, language)).includes(notice), `${path} in ${language}`)
    }
  await shop.stop()
})
