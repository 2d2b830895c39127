import assert from 'node:assert/strict'
import { beforeAll, beforeEach, describe, it } from 'vitest'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { optionsOn, TestPasskey } from '../../../test/support/admin/test-passkey.ts'
import { eventually } from '../../../test/support/given.ts'
import { lockAccount } from '../../accounts/accounts.ts'
import { putPasskey } from '../../factors/passkeys.ts'
import { relyingParty } from '../../factors/webauthn.ts'
import {
  active,
  askForReset,
  authorize,
  Browser,
  changes,
  ended,
  exchange,
  hidden,
  limits,
  linkIn,
  mails,
  password,
  request,
  serveIdentity,
  signInPage,
  start,
  world,
} from '../../../test/support/given-identity.ts'
import {
  administrator,
  codesOn,
  later,
  minute,
  send,
  titleOf,
  toTheShop,
  withPassword,
  type Page,
} from '../../../test/support/given-second-factor.ts'

await serveIdentity()

const manage = '/identity/second-factors'

const use = (browser: Browser, page: Page, passkey: TestPasskey, quirks = {}) =>
  send(browser, page, { passkey: passkey.use(page, world.base, quirks) })

/** Returns an administrator who set up a passkey at the first sign-in, and is signed in. */
async function enrolled(email: string) {
  const subject = await administrator(email)
  const [browser, passkey] = [new Browser(), new TestPasskey()]
  const page = await withPassword(browser, email)
  const saved = await send(browser, page, { passkey: passkey.create(page, world.base), name: ' Work laptop ' })
  assert.equal(titleOf(saved), 'Save your recovery codes', saved.text)
  const codes = codesOn(saved)
  await toTheShop(browser, await send(browser, saved))
  return { subject, browser, passkey, codes }
}

async function added(browser: Browser, name: string): Promise<TestPasskey> {
  const page = await browser.get(manage)
  const passkey = new TestPasskey()
  assert.equal((await send(browser, page, { passkey: passkey.create(page, world.base), name })).status, 303)
  return passkey
}

const removal = (page: Page) => /name="remove"\s+value="([^"]+)"/.exec(page.text)?.[1] ?? ''

describe('passkeys of administrators', () => {
  beforeAll(async () => {
    world.secondFactor = true
    world.identity = await start()
  })
  beforeEach(() => later(minute))

  it('are set up at the first sign-in with recovery codes, and the ID token names the method', async () => {
    const { browser, codes } = await enrolled('first@example.com')
    assert.equal(new Set(codes).size, 10)
    assert.deepEqual(changes, [['first@example.com', 'set-up-factor']])
    const { claims } = await authorize(browser)
    assert.deepEqual(claims['amr'], ['pwd', 'hwk', 'user', 'mfa'])
    assert.equal(claims['acr'], 'https://refeds.org/profile/mfa')
    const stored = JSON.stringify(await world.db.selectFrom('identity_factors').select('sealed').execute())
    assert.ok(!stored.includes('publicKey'))
  })

  it('are requested after the password, beside a recovery code', async () => {
    const { passkey, codes } = await enrolled('again@example.com')
    const browser = new Browser()
    const page = await withPassword(browser, 'again@example.com')
    assert.equal(titleOf(page), 'Confirm that it is you')
    assert.deepEqual((optionsOn(page) as { allowCredentials: { id: string }[] }).allowCredentials[0]?.id, passkey.id)
    await toTheShop(browser, await use(browser, page, passkey))
    const other = new Browser()
    await toTheShop(other, await send(other, await withPassword(other, 'again@example.com'), { code: codes[0] ?? '' }))
  })

  it('are refused with a wrong key, site, origin, challenge or count, and without verification of their owner', async () => {
    const { passkey } = await enrolled('forged@example.com')
    const browser = new Browser()
    let page = await withPassword(browser, 'forged@example.com')
    const stranger = Object.assign(new TestPasskey(), { id: passkey.id })
    const attempts = [
      () => use(browser, page, new TestPasskey()),
      () => use(browser, page, stranger, { counter: 10 }),
      () => use(browser, page, passkey, { origin: 'https://evil.example' }),
      () => use(browser, page, passkey, { rpId: 'evil.example' }),
      () => use(browser, page, passkey, { challenge: 'b3RoZXI' }),
      () => use(browser, page, passkey, { verified: false }),
      () => use(browser, page, passkey, { counter: 1 }),
      () => send(browser, page, { passkey: 'no JSON' }),
      () => send(browser, page, { passkey: '{"id":5}' }),
      () => send(browser, page, { passkey: `{"id":"${passkey.id}"}` }),
    ]
    for (const attempt of attempts) {
      page = await attempt()
      assert.equal(page.status, 400, String(attempt))
      assert.match(page.text, /role="alert"[^]*could not be used/)
    }
    assert.equal((await use(browser, page, passkey, { counter: 100 })).status, 303)
  })

  it('answer a challenge once, and only that of their own sign-in', async () => {
    const { passkey } = await enrolled('replay@example.com')
    const [browser, thief] = [new Browser(), new Browser()]
    const page = await withPassword(browser, 'replay@example.com')
    const stolen = await withPassword(thief, 'replay@example.com')
    const form = { ...hidden(page.text), passkey: passkey.use(page, world.base) }
    assert.equal((await thief.post(stolen.url, { ...hidden(stolen.text), passkey: form.passkey })).status, 400)
    assert.equal((await browser.post(page.url, form)).status, 303)
    assert.equal((await browser.post(page.url, form)).status, 400, 'the same assertion again')
    const fresh = { ...form, passkey: passkey.use(page, world.base) }
    assert.equal((await browser.post(page.url, fresh)).status, 400, 'a new assertion on a used challenge')
    const late = await withPassword(browser, 'replay@example.com')
    later(11 * minute)
    assert.equal((await use(browser, late, passkey)).status, 403)
  })

  it('without a counter, as synced ones are, still answer each challenge once', async () => {
    const { passkey, subject } = await enrolled('synced@example.com')
    await world.db.updateTable('identity_factors').set({ counter: 0 }).where('account_id', '=', subject).execute()
    for (let times = 0; times < 2; times += 1) {
      const browser = new Browser()
      const page = await withPassword(browser, 'synced@example.com')
      const form = { ...hidden(page.text), passkey: passkey.use(page, world.base, { counter: 0 }) }
      const statuses = await Promise.all([browser.post(page.url, form), browser.post(page.url, form)])
      assert.deepEqual(
        statuses.map(({ status }) => status).toSorted((a, b) => a - b),
        [303, 400],
      )
    }
  })

  it('are not bypassed by a password reset, and not tried once too many attempts failed', async () => {
    const { passkey } = await enrolled('reset@example.com')
    await askForReset('reset@example.com')
    const browser = new Browser()
    const form = await browser.get(linkIn(mails.at(-1)))
    await browser.post('/identity/reset', { ...hidden(form.text), password: 'another long password' })
    const page = await signInPage(browser)
    assert.equal(titleOf(page), 'Confirm that it is you')
    limits.add('secondFactorPerAccount')
    assert.equal((await use(browser, page, passkey)).status, 429)
  })

  it('are added and removed on a page of their own, each with its name and when it was last used', async () => {
    const { browser, passkey } = await enrolled('several@example.com')
    const only = await browser.get(manage)
    assert.equal(titleOf(only), 'Second factors')
    assert.match(only.text, /Work laptop[^]*Added on 20 November 2026, not used yet[^]*only second factor/)
    assert.equal(removal(only), '')
    const [first] = await world.db
      .selectFrom('identity_factors')
      .select('id')
      .where('name', '=', 'Work laptop')
      .execute()
    assert.ok(first)
    const key = await added(browser, 'Key <ring>')
    assert.deepEqual(changes.at(-1), ['several@example.com', 'add-passkey'])
    assert.match(mails.at(-1)?.text ?? '', /A passkey was added/)
    const again = await browser.get(manage)
    const doubled = await send(browser, again, { passkey: key.create(again, world.base), name: 'twice' })
    assert.equal(doubled.status, 400, 'one that is registered already')
    const other = new Browser()
    await toTheShop(other, await use(other, await withPassword(other, 'several@example.com'), key))
    const page = await browser.get(manage)
    assert.match(
      page.text,
      /Key &lt;ring&gt;<\/strong>\s*<p[^>]*>Added on 20 November 2026, last used on 20 November 2026/,
    )
    assert.equal((await browser.post(manage, { ...hidden(page.text), remove: '\0' })).status, 303, 'an unknown one')
    assert.deepEqual(changes.at(-1), ['several@example.com', 'add-passkey'])
    assert.equal((await browser.post(manage, { ...hidden(page.text), remove: removal(page) })).status, 303)
    assert.deepEqual(changes.at(-1), ['several@example.com', 'remove-passkey'])
    assert.match(mails.at(-1)?.text ?? '', /A passkey was removed/)
    const late = new Browser()
    const asked = await withPassword(late, 'several@example.com')
    assert.equal((await use(late, asked, passkey)).status, 400, 'the removed one')
    const last = await browser.get(manage)
    const rest = await world.db.selectFrom('identity_factors').select('id').where('name', '=', 'Key <ring>').execute()
    assert.equal((await browser.post(manage, { ...hidden(last.text), remove: rest[0]?.id ?? '' })).status, 303)
    assert.match((await browser.get(manage)).text, /Key &lt;ring&gt;/, 'the last factor stays')
  })

  it('end other sessions that began with a passkey when one is removed; a button ends all others', async () => {
    const email = 'lost-device@example.com'
    const { subject, browser, passkey, codes } = await enrolled(email)
    await added(browser, 'Spare')
    const [lost, byCode] = [new Browser(), new Browser()]
    await toTheShop(lost, await use(lost, await withPassword(lost, email), passkey))
    await toTheShop(byCode, await send(byCode, await withPassword(byCode, email), { code: codes[0] ?? '' }))
    const signedIn = async () =>
      (await Promise.all([browser, lost, byCode].map((one) => one.get(manage)))).map(({ status }) => status)
    assert.deepEqual(await signedIn(), [200, 200, 200])
    const page = await browser.get(manage)
    assert.equal((await browser.post(manage, { ...hidden(page.text), remove: removal(page) })).status, 303)
    assert.deepEqual(await signedIn(), [200, 303, 200])
    assert.equal(
      ended.filter(({ accountId, sid }) => accountId === subject && sid !== null).length,
      1,
      'in the shop too',
    )
    const rest = await browser.get(manage)
    assert.match(rest.text, /Sign out all other devices/)
    assert.equal((await browser.post(manage, { ...hidden(rest.text), others: 'yes' })).status, 303)
    assert.deepEqual(await signedIn(), [200, 303, 303])
  })

  it('work beside an authenticator app, which the same page sets up', async () => {
    const { browser, passkey } = await enrolled('both@example.com')
    const page = await browser.get(manage)
    assert.match(page.text, /No authenticator app is set up\.[^]*You have 10 unused recovery codes/)
    const setUp = await browser.post(manage, { ...hidden(page.text), app: 'yes' })
    assert.equal(titleOf(setUp), 'Set up a second factor')
    const wrong = await send(browser, setUp, { code: '000000' })
    assert.equal(wrong.status, 400)
    const key = /<code class="anywhere">([A-Z2-7 ]+)<\/code>/.exec(wrong.text)?.[1]?.replaceAll(' ', '') ?? ''
    const code = () => new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: world.clock.getTime() })
    const saved = await send(browser, wrong, { code: code() })
    assert.equal(titleOf(saved), 'Save your recovery codes')
    assert.equal((await send(browser, saved)).location, manage)
    assert.match((await browser.get(manage)).text, /Remove Work laptop[^]*An authenticator app is set up/)
    later(minute)
    const app = new Browser()
    await toTheShop(app, await send(app, await withPassword(app, 'both@example.com'), { code: code() }))
    const other = new Browser()
    await toTheShop(other, await use(other, await withPassword(other, 'both@example.com'), passkey))
  })

  it('keep recovery codes beside them, which the same page replaces', async () => {
    const email = 'codes@example.com'
    const { browser, passkey, codes } = await enrolled(email)
    const [used = '', old = ''] = codes
    const first = new Browser()
    await toTheShop(first, await send(first, await withPassword(first, email), { code: used }))
    const page = await browser.get(manage)
    assert.match(page.text, /Recovery codes<\/h2>\s*<p>You have 9 unused recovery codes/)
    const saved = await browser.post(manage, { ...hidden(page.text), codes: 'yes' })
    assert.equal(titleOf(saved), 'Save your recovery codes')
    const fresh = codesOn(saved)[0] ?? ''
    assert.deepEqual(changes.at(-1), [email, 'replace-recovery-codes'])
    assert.match(mails.at(-1)?.text ?? '', /recovery codes of your account were replaced/)
    assert.equal((await send(browser, saved)).location, manage)
    assert.match((await browser.get(manage)).text, /You have 10 unused recovery codes/)
    const other = new Browser()
    const asked = await send(other, await withPassword(other, email), { code: old })
    assert.equal(asked.status, 400, 'an earlier code')
    await toTheShop(other, await send(other, asked, { code: fresh }))
    const third = new Browser()
    await toTheShop(third, await use(third, await withPassword(third, email), passkey))
  })

  it('are changed only within 15 minutes of the second factor, by their owner with the role', async () => {
    const { browser } = await enrolled('late@example.com')
    const { browser: thief } = await enrolled('other@example.com')
    const page = await browser.get(manage)
    const foreign = await thief.get(manage)
    const mixed = { ...hidden(foreign.text), passkey: new TestPasskey().create(foreign, world.base) }
    assert.equal((await browser.post(manage, { ...mixed, _csrf: hidden(page.text)['_csrf'] ?? '' })).status, 403)
    later(15 * minute)
    const step = await browser.get(manage)
    assert.equal(step.status, 303)
    const address = new URL(step.location ?? '', world.base)
    assert.equal(address.pathname, '/api/v1/login')
    assert.deepEqual(Object.fromEntries(address.searchParams), {
      redirect_url: `${manage}?confirmed=yes`,
      confirm: 'yes',
    })
    const late = await send(browser, page, { passkey: new TestPasskey().create(page, world.base) })
    assert.equal(new URL(late.location ?? '', world.base).pathname, '/api/v1/login')
    assert.equal((await browser.get(`${manage}?confirmed=yes`)).status, 403, 'it is asked for once')
    assert.equal((await new Browser().get(manage)).status, 303)
    await active('subscriber@example.com')
    const subscriber = new Browser()
    await authorize(subscriber, { email: 'subscriber@example.com', password })
    assert.equal((await subscriber.get(manage)).status, 404)
  })

  it('are enough to confirm a session', async () => {
    const { browser, passkey, subject } = await enrolled('confirms@example.com')
    later(16 * minute)
    const { url, checks } = await request({ prompt: 'login', max_age: '0' })
    const sent = await browser.get(url.href)
    const page = await browser.get(sent.location ?? '')
    const tokens = await exchange(await toTheShop(browser, await use(browser, page, passkey)), checks)
    assert.equal(tokens.claims()?.sub, subject)
    assert.equal((await browser.get(`${manage}?confirmed=yes`)).location, manage)
    assert.equal((await browser.get(manage)).status, 200)
  })

  it('are removed by the operator, and with the account', async () => {
    const { subject } = await enrolled('gone@example.com')
    const count = async () =>
      (await world.db.selectFrom('identity_factors').where('account_id', '=', subject).selectAll().execute()).length
    assert.equal(await count(), 1)
    assert.equal(await world.identity.resetFactors(world.db, 'gone@example.com'), subject)
    assert.equal(await count(), 0)
    const browser = new Browser()
    const page = await withPassword(browser, 'gone@example.com')
    await send(browser, page, { passkey: new TestPasskey().create(page, world.base) })
    assert.equal(await count(), 1)
    await world.identity.end(world.db, subject, 'any')
    assert.equal(await count(), 0)
  })

  it('are removed by the operator, including one that is just being added', async () => {
    const { subject } = await enrolled('race@example.com')
    let reset: Promise<unknown> | undefined
    await world.db.transaction().execute(async (trx) => {
      await lockAccount(trx, subject)
      const passkey = {
        credentialId: 'late',
        kept: { publicKey: '', transports: [] },
        counter: 0,
        proof: 'hwk' as const,
      }
      const late = { accountId: subject, name: 'late', passkey }
      await putPasskey(trx, { secrets: ['a secret of the tests'] }, late, world.clock)
      reset = world.db.transaction().execute((db) => world.identity.resetFactors(db, 'race@example.com'))
      // Waits until the reset is blocked by the person's lock.
      await eventually('a reset that waits', async () => {
        const { rows } = await sql<{ waits: boolean }>`
          select exists (select from pg_locks where not granted
            and pid in (select pid from pg_stat_activity where datname = current_database())) as waits`.execute(
          world.db,
        )
        return rows[0]?.waits
      })
    })
    assert.equal(await reset, subject)
    const left = await world.db
      .selectFrom('identity_factors')
      .select('name')
      .where('account_id', '=', subject)
      .execute()
    assert.deepEqual(left, [])
  })

  it('are not offered if browsers do not support them: over plain HTTP, or at a bare IP address', () => {
    const none = ['http://shop.example', 'https://192.0.2.1', 'https://[2001:db8::1]:8443', 'http://127.0.0.1:8080']
    assert.deepEqual(
      none.map(relyingParty),
      none.map(() => null),
    )
    assert.deepEqual(relyingParty('https://shop.example:8443'), {
      id: 'shop.example',
      origin: 'https://shop.example:8443',
    })
    assert.deepEqual(relyingParty('http://localhost:8080'), { id: 'localhost', origin: 'http://localhost:8080' })
  })
})
