import assert from 'node:assert/strict'
import { beforeAll, beforeEach, describe, it } from 'vitest'
import { administratorRole } from '../../domain/account/role.ts'
import { Secret, TOTP } from 'otpauth'
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
} from '../../test/support/given-identity.ts'
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
} from '../../test/support/given-second-factor.ts'

await serveIdentity()

/** Returns the code that an app with this key shows now. */
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.getTime() })
const keyOn = (page: Page) =>
  /<code class="anywhere">([A-Z2-7 ]+)<\/code>/.exec(page.text)?.[1]?.replaceAll(' ', '') ?? assert.fail(page.text)

/** Signs in for the first time with the role, and returns the key and the recovery codes. */
async function enrolled(email: string, browser = new Browser()) {
  const page = await withPassword(browser, email)
  const secret = keyOn(page)
  const saved = await send(browser, page, { code: codeOf(secret) })
  const codes = codesOn(saved)
  await toTheShop(browser, await send(browser, saved))
  later(minute)
  return { secret, codes, browser }
}

describe('the second factor of administrators', () => {
  beforeAll(async () => {
    world.secondFactor = true
    world.identity = await start()
  })
  beforeEach(() => later(minute))

  it('is set up at the first sign-in, before a session exists', async () => {
    await administrator('first@example.com')
    const browser = new Browser()
    const page = await withPassword(browser, 'first@example.com')
    assert.equal(page.status, 200)
    assert.equal(titleOf(page), 'Set up a second factor')
    assert.match(page.text, /<svg[^>]+viewBox/)
    assert.equal(titleOf(await signInPage(browser)), 'Sign in', 'the password alone starts no session')
    const second = await withPassword(browser, 'first@example.com')
    const wrong = await send(browser, second, { code: '000000' })
    assert.equal(wrong.status, 400)
    assert.equal(keyOn(wrong), keyOn(second), 'a wrong code keeps the key')
    const saved = await send(browser, wrong, { code: codeOf(keyOn(wrong)) })
    assert.equal(titleOf(saved), 'Save your recovery codes')
    const codes = codesOn(saved)
    assert.equal(new Set(codes).size, 10)
    assert.ok(codes.every((code) => /^([A-Z2-9]{4}-){2}[A-Z2-9]{4}$/.test(code)))
    assert.deepEqual(mails.map(({ kind, to }) => [kind, to]).at(-1), ['second-factor-changed', 'first@example.com'])
    assert.doesNotMatch(mails.at(-1)?.text ?? '', /earlier/i, 'there was none')
    await toTheShop(browser, await send(browser, saved))
    const { claims } = await authorize(browser)
    assert.deepEqual(claims['amr'], ['pwd', 'otp', 'mfa'])
    assert.equal(claims['acr'], 'https://refeds.org/profile/mfa')
    const stored = JSON.stringify([
      await world.db.selectFrom('identity_factors').selectAll().execute(),
      await world.db.selectFrom('identity_recovery_codes').selectAll().execute(),
    ])
    for (const text of [keyOn(page), ...codes]) assert.ok(!stored.includes(text))
  })

  it('is requested after the password, and each code is accepted once', async () => {
    await administrator('again@example.com')
    const { secret } = await enrolled('again@example.com')
    const browser = new Browser()
    const page = await withPassword(browser, 'again@example.com')
    assert.equal(titleOf(page), 'Confirm that it is you')
    const empty = await send(browser, page, { code: ' ' })
    assert.deepEqual([empty.status, /Enter a code/.test(empty.text)], [400, true])
    const code = codeOf(secret)
    assert.equal((await send(browser, empty, { code: `${code.slice(0, 3)} ${code.slice(3)}` })).status, 303)
    const other = new Browser()
    const replayed = await send(other, await withPassword(other, 'again@example.com'), { code })
    assert.equal(replayed.status, 400)
    later(minute)
    assert.equal((await send(other, replayed, { code: codeOf(secret) })).status, 303)
  })

  it('accepts a code of the period before and after, and no other', async () => {
    await administrator('drift@example.com')
    const { secret } = await enrolled('drift@example.com')
    const at = (periods: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.getTime() + periods * 30_000 })
    later(5 * minute)
    for (const [periods, status] of [
      [-2, 400],
      [-1, 303],
      [2, 400],
      [1, 303],
    ] as const) {
      const browser = new Browser()
      const answer = await send(browser, await withPassword(browser, 'drift@example.com'), { code: at(periods) })
      assert.equal(answer.status, status, `${periods}`)
    }
  })

  it('accepts each recovery code once, in any case and without dashes', async () => {
    await administrator('lost@example.com')
    const { codes } = await enrolled('lost@example.com')
    const code = codes[3]!.toLowerCase().replaceAll('-', ' ')
    for (const status of [303, 400]) {
      const browser = new Browser()
      const answer = await send(browser, await withPassword(browser, 'lost@example.com'), { code })
      assert.equal(answer.status, status)
    }
    assert.deepEqual(changes.at(-1), ['lost@example.com', 'use-recovery-code'], 'the audit has it')
    const told = mails.filter(({ subject }) => subject.includes('recovery code'))
    assert.deepEqual(
      told.map(({ to }) => to),
      ['lost@example.com'],
    )
  })

  it('is replaced by another app, which makes the earlier one and its recovery codes invalid', async () => {
    await administrator('moves@example.com')
    const { secret, codes } = await enrolled('moves@example.com')
    const browser = new Browser()
    const page = await withPassword(browser, 'moves@example.com')
    const replace = await send(browser, page, { code: codes[0]!, next: 'replace' })
    assert.equal(titleOf(replace), 'Set up a second factor')
    const fresh = keyOn(replace)
    assert.notEqual(fresh, secret)
    assert.equal(titleOf(await send(browser, replace, { code: codeOf(fresh) })), 'Save your recovery codes')
    assert.match(mails.at(-1)?.text ?? '', /Earlier authenticator apps and recovery codes no longer work/)
    later(minute)
    for (const [code, status] of [
      [codeOf(secret), 400],
      [codes[1]!, 400],
      [codeOf(fresh), 303],
    ] as const) {
      const other = new Browser()
      assert.equal((await send(other, await withPassword(other, 'moves@example.com'), { code })).status, status)
    }
  })

  it('ends other sessions that began with a code when the app is replaced, and the sign-in that replaces it continues', async () => {
    const email = 'lost-phone@example.com'
    await administrator(email)
    const { browser: lost, codes } = await enrolled(email)
    const manage = '/identity/second-factors'
    assert.equal((await lost.get(manage)).status, 200)
    const browser = new Browser()
    const replace = await send(browser, await withPassword(browser, email), { code: codes[0] ?? '', next: 'replace' })
    const saved = await send(browser, replace, { code: codeOf(keyOn(replace)) })
    await toTheShop(browser, await send(browser, saved))
    assert.deepEqual([(await browser.get(manage)).status, (await lost.get(manage)).status], [200, 303])
    assert.equal(ended.filter(({ sid }) => sid !== null).length, 1, 'in the shop too')
  })

  it('is not bypassed by a password reset', async () => {
    await administrator('reset@example.com')
    const { secret } = await enrolled('reset@example.com')
    await askForReset('reset@example.com')
    const browser = new Browser()
    const form = await browser.get(linkIn(mails.at(-1)))
    await browser.post('/identity/reset', { ...hidden(form.text), password: 'another long password' })
    const page = await signInPage(browser)
    assert.equal(titleOf(page), 'Confirm that it is you')
    assert.equal((await send(browser, page, { code: codeOf(secret) })).status, 303)
  })

  it('is requested alone to confirm a session, and also by a session without it', async () => {
    const subject = await active('promoted@example.com')
    const browser = new Browser()
    await authorize(browser, { email: 'promoted@example.com', password })
    await world.identity.giveRole(world.db, {
      email: 'promoted@example.com',
      returnTo: '/',
      role: administratorRole,
      language: 'en',
    })
    const asked = await signInPage(browser)
    assert.equal(titleOf(asked), 'Sign in', 'the password is given again before a factor is set up')
    const { secret } = await enrolled('promoted@example.com', browser)
    const { url, checks } = await request({ prompt: 'login', max_age: '0' })
    const sent = await browser.get(url.href)
    const page = await browser.get(sent.location ?? '')
    assert.equal(titleOf(page), 'Confirm that it is you')
    later(minute)
    const callback = await toTheShop(browser, await send(browser, page, { code: codeOf(secret) }))
    const tokens = await exchange(callback, checks)
    const claims = tokens.claims() ?? assert.fail()
    assert.equal(claims.sub, subject)
    assert.equal(claims.auth_time, Math.floor(world.clock.getTime() / 1000))
  })

  it('does not count for another sign-in, another account or an expired page', async () => {
    await administrator('mixed@example.com')
    await enrolled('mixed@example.com')
    await administrator('thief@example.com')
    const thief = await enrolled('thief@example.com')
    const browser = new Browser()
    const own = await withPassword(browser, 'thief@example.com')
    const victim = new Browser()
    const theirs = await withPassword(victim, 'mixed@example.com')
    const mixed = { ...hidden(theirs.text), progress: hidden(own.text)['progress']!, code: codeOf(thief.secret) }
    assert.equal((await victim.post(theirs.url, mixed)).status, 403)
    later(11 * minute)
    assert.equal((await send(browser, own, { code: codeOf(thief.secret) })).status, 403)
  })

  it('is not tried once too many codes were wrong', async () => {
    await administrator('guessed@example.com')
    const { secret } = await enrolled('guessed@example.com')
    const browser = new Browser()
    const page = await withPassword(browser, 'guessed@example.com')
    limits.add('secondFactorPerAccount')
    assert.equal((await send(browser, page, { code: codeOf(secret) })).status, 429)
  })

  it('is set up once if two browsers set it up at the same time', async () => {
    await administrator('twice@example.com')
    const [one, two] = [new Browser(), new Browser()]
    const pages = [await withPassword(one, 'twice@example.com'), await withPassword(two, 'twice@example.com')]
    assert.equal((await send(one, pages[0]!, { code: codeOf(keyOn(pages[0]!)) })).status, 200)
    assert.equal((await send(two, pages[1]!, { code: codeOf(keyOn(pages[1]!)) })).status, 403)
  })

  it('is removed by the operator, which ends every session; the next sign-in sets up another', async () => {
    const subject = await administrator('helpless@example.com')
    const { browser } = await enrolled('helpless@example.com')
    assert.equal(await world.identity.resetFactors(world.db, 'HELPLESS@example.com'), subject)
    assert.equal(mails.at(-1)?.kind, 'second-factor-changed')
    assert.match(mails.at(-1)?.text ?? '', /Earlier passkeys, authenticator apps and recovery codes no longer work/)
    assert.equal(titleOf(await signInPage(browser)), 'Sign in')
    assert.equal(titleOf(await withPassword(browser, 'helpless@example.com')), 'Set up a second factor')
    assert.equal(await world.identity.resetFactors(world.db, 'helpless@example.com'), undefined)
  })

  it('is not required of people without the role', async () => {
    await active('subscriber@example.com')
    const { claims } = await authorize(new Browser(), { email: 'subscriber@example.com', password })
    assert.deepEqual(claims['amr'], ['pwd'])
  })
})
