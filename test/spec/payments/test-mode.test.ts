import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { givenAShop } from '../../support/given.ts'
import { givenAProvider } from '../../support/servers/given-provider.ts'

const cluster = await useCluster()
const provider = await givenAProvider(cluster)

const notices = { en: 'Test mode: payments are not real.', de: 'Testmodus: Zahlungen sind nicht echt.' }
const pages = ['/', '/plans', '/plans/analytics-annual', '/notFound', '/no/such/page', '/failure']

test('every page states that payments are not real while STRIPE_TEST_MODE is "allow"', async () => {
  const shop = await givenAShop({ ...provider.environment, STRIPE_TEST_MODE: 'allow' }, cluster)
  const { address, body } = await signInPage(shop.url, 'en')
  assert.match(address, /\/identity\//)
  assert.ok(body.includes(`<aside class="site-notice">${notices.en}</aside>`))
  assert.ok((await signInPage(shop.url, 'de')).body.includes(`<aside class="site-notice">${notices.de}</aside>`))
  for (const language of ['en', 'de'] as const)
    for (const path of pages)
      assert.ok(
        (await pageIn(shop.url + path, language)).includes(`<aside class="site-notice">${notices[language]}</aside>`),
        `${path} in ${language}`,
      )
  await shop.stop()
})

test('no page mentions a test mode without STRIPE_TEST_MODE', async () => {
  const shop = await givenAShop(provider.environment, cluster)
  assert.doesNotMatch((await signInPage(shop.url, 'en')).body, /site-notice/)
  assert.doesNotMatch(await pageIn(shop.url, 'en'), /site-notice/)
  await shop.stop()
})

async function pageIn(address: string, language: string): Promise<string> {
  return (await fetch(address, { headers: { 'accept-language': language } })).text()
}

/** Opens the sign-in form of the built-in identity provider as a visitor does. */
async function signInPage(url: string, language: string): Promise<{ address: string; body: string }> {
  const cookies = new Map<string, string>()
  let address = `${url}/api/v1/login?redirect_url=/account`
  for (;;) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address, { redirect: 'manual', headers: { 'accept-language': language, cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = answer.headers.get('location')
    if (next === null) return { address, body: await answer.text() }
    address = new URL(next, address).href
  }
}
