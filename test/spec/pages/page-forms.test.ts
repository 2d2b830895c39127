import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { act } from '../../support/admin/admin-calls.ts'
import { planChangeTo } from '../../support/billing/plan-change.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenABuyer, givenASubscriber, heldBy, active } from '../../support/billing/given-buyer.ts'
import { givenAProvider } from '../../support/servers/given-provider.ts'
import {
  activate,
  aBuyersRegistration,
  aRegistration,
  givenAnAdministrator,
  givenAShop,
  givenATrialUser,
  whoIs,
} from '../../support/given.ts'
import { trialFields } from '../../support/trial-fields.ts'
import { unchanged } from '../../support/unchanged.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const cluster = await useCluster()
const provider = await givenAProvider(cluster)
const shop = await givenAShop(provider.environment, cluster)
provider.reportTo(shop.url)

const trial = '/try/analytics-trial'
const order = '/plans/analytics-monthly'
const confirmation = '/plans/analytics-trial/confirmation'
const everyPage = [trial, order, '/account', confirmation]

/** Returns the fields of a registration form as a browser without scripts sends them. */
function aForm(changes: Record<string, string> = {}): Record<string, string> & { email: string } {
  const { phone: _phone, termsAndConditions: _terms, ...texts } = aRegistration()
  return {
    ...(texts as { email: string }),
    'phone.countryCode': '+44',
    'phone.phoneNumber': '7700900123',
    termsAndConditions: 'on',
    ...changes,
  }
}

type Sending = { token?: string | null; headers?: Record<string, string>; body?: string }

/** Opens a page and submits a form to its address, without following a redirect. */
async function send(visitor: TestVisitor, path: string, fields: Record<string, string>, how: Sending = {}) {
  await (await visitor.get(path)).text()
  const { token = visitor.cookies.get('XSRF-TOKEN') ?? '', headers = {}, body } = how
  const all = token === null ? fields : { ...fields, _csrf: token }
  const answer = await visitor.request(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
      origin: shop.url,
      ...headers,
    },
    body: body ?? new URLSearchParams(all).toString(),
  })
  const html = await answer.text()
  return { status: answer.status, to: answer.headers.get('location'), html, headers: answer.headers }
}

/** Returns the text of the page's main part. */
function textOf(html: string): string {
  const main = /<main\b.*?<\/main>/s.exec(html)?.[0] ?? ''
  return main.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

const valueOf = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1]

describe('the trial form, sent to its page', () => {
  test('registers, requests the trial, and shows to which address the activation email went', async () => {
    const visitor = shop.visitor()
    const form = aForm()
    const { status, html } = await send(visitor, trial, form)
    assert.equal(status, 200)
    assert.match(html, /<title>Almost ready! Please check your inbox\. \| /)
    assert.match(textOf(html), new RegExp(`We have sent an activation email to ${form.email}`))
    await activate(shop, visitor, form.email)
    const [held] = await heldBy(visitor)
    assert.deepEqual([held?.plan.name, held?.subscription.status], ['analytics-trial', 'active'])
  })

  test('returns the same page for a known address', async () => {
    const { email } = await givenATrialUser(shop)
    const told = async (changes: Record<string, string>) => {
      const form = aForm(changes)
      const { status, html } = await send(shop.visitor(), trial, form)
      return `${status} ${html}`
        .replaceAll(form.email, 'somebody')
        .replaceAll(/(nonce|value)="[^"]*"/g, '')
        .replaceAll(/"(forgeryToken|now)":"[^"]*"/g, '')
    }
    assert.equal(await told({ email }), await told({}))
  })

  test('is returned with 400, a summary, a message at each field, and all input', async () => {
    const form = aForm({
      firstName: '"><script>alert(1)</script>',
      email: 'nobody',
      'phone.phoneNumber': '12',
      country: 'CA',
    })
    const { status, html } = await unchanged(shop, () =>
      send(shop.visitor(), trial, { ...form, industry: 'Other', state: 'ON' }),
    )
    assert.equal(status, 400)
    const text = textOf(html)
    assert.match(text, /There is a problem/)
    for (const problem of [
      'Business email: Email address is not valid',
      'First name: Contains invalid characters',
      'Phone: This phone number is not valid',
      'I confirm that my industry is none of those listed: This field is required',
    ])
      assert.ok(text.includes(problem), problem)
    assert.match(html, /id="email-error"/)
    assert.match(html, /<div class="error-summary"[^>]*autofocus/i)
    assert.equal(valueOf(html, 'email'), 'nobody')
    assert.equal(valueOf(html, 'company'), 'Northwind Bottling')
    assert.equal(valueOf(html, 'phone.phoneNumber'), '12')
    for (const chosen of ['CA', 'ON', 'Data scientist', 'Other', '+44'])
      assert.match(html, new RegExp(`<option value="${chosen.replace('+', '\\+')}" selected=""`), chosen)
    assert.match(html, /<input(?=[^>]*name="termsAndConditions")[^>]*checked=""/)
    assert.doesNotMatch(html, /<script>alert/)
  })

  test('of a signed-in person asks only for the missing fields, and leads to the welcome page', async () => {
    const { visitor } = await givenABuyer(shop)
    const { phone, ...texts } = trialFields
    const missing = { ...texts, 'phone.countryCode': phone.countryCode }
    const first = await send(visitor, trial, { ...missing, termsAndConditions: 'on' })
    assert.equal(first.status, 400)
    assert.match(textOf(first.html), /Phone: This field is required/)
    const whole = { ...missing, 'phone.phoneNumber': phone.phoneNumber, termsAndConditions: 'on' }
    const second = await send(visitor, trial, whole)
    assert.deepEqual([second.status, second.to], [303, confirmation])
  })
})

describe('the order summary’s forms, sent to its page', () => {
  test('register a person, and return to the order by the email', async () => {
    const visitor = shop.visitor()
    const { email, ...details } = aBuyersRegistration({ termsAndConditions: 'on' })
    const sent = { email, ...details } as Record<string, string>
    const refused = await send(visitor, `${order}?register`, { ...sent, company: '' })
    assert.equal(refused.status, 400)
    assert.match(textOf(refused.html), /Company: This field is required/)
    assert.equal(valueOf(refused.html, 'email'), email)
    const { status, html } = await send(visitor, `${order}?register`, sent)
    assert.equal(status, 200)
    assert.match(textOf(html), /Almost ready! Please check your inbox\..*It leads back to this order\./)
    await activate(shop, visitor, email)
    assert.equal(await whoIs(visitor), email)
  })

  test('lead to the payment page, or return 400 or 503 and keep the choices', async () => {
    const { visitor } = await givenABuyer(shop)
    const refused = await send(visitor, order, { industry: 'Other', termsAndConditions: 'on' })
    assert.equal(refused.status, 400)
    assert.match(textOf(refused.html), /I confirm that my industry is none of those listed: This field is required/)
    assert.match(refused.html, /<option value="Other" selected=""/)
    provider.faults.answer = () => 503
    try {
      const { status, html } = await send(visitor, order, { industry: 'Energy', termsAndConditions: 'on' })
      assert.equal(status, 503)
      assert.match(textOf(html), /Payments are not available at the moment\. Nothing was charged\./)
      assert.match(html, /<option value="Energy" selected=""/)
    } finally {
      delete provider.faults.answer
    }
    const paying = await send(visitor, order, { industry: 'Energy', termsAndConditions: 'on' })
    assert.equal(paying.status, 303)
    assert.match(paying.to ?? '', /\/checkout\//)
  })

  test('lead a person on hold to the page that explains it, and charge nothing', async () => {
    const { visitor } = await givenABuyer(shop, { email: `jane.held.${Date.now()}@gmail.com` })
    const held = await send(visitor, order, { industry: 'Energy', termsAndConditions: 'on' })
    assert.deepEqual([held.status, held.to], [303, '/pending'])
  })
})

describe('the account’s and the confirmation’s buttons, sent to their pages', () => {
  test('stop and resume a renewal, open the provider’s page and check a payment for the owner, as do API calls made by a form; others get 404', async () => {
    const { visitor, id, order: paid } = await givenASubscriber(shop)
    const { visitor: other } = await givenATrialUser(shop)
    const renews = async () => (await active(visitor)).renews
    const ordered = await send(visitor, order, { industry: 'Energy', termsAndConditions: 'on' })
    assert.equal(ordered.status, 409)
    assert.match(textOf(ordered.html), /You already have a subscription to this product\./)

    const stop = { act: 'stop-renewal', subscription: id }
    assert.equal((await send(other, '/account', stop)).status, 404)
    assert.equal(await renews(), true)
    const stopped = await send(visitor, '/account', stop)
    assert.deepEqual([stopped.status, stopped.to, await renews()], [303, '/account', false])
    const again = await send(visitor, '/account', stop)
    assert.equal(again.status, 409)
    assert.match(textOf(again.html), /There is a problem Renewal is already stopped\./)
    const resumed = await visitor.send(`/api/v1/subscriptions/resume-renewal/${id}`, {})
    assert.deepEqual([resumed.status, resumed.headers.get('location'), await renews()], [303, '/account', true])

    const billing = await send(visitor, '/account', { act: 'billing', plan: 'analytics-monthly' })
    assert.equal(billing.status, 303)
    assert.match(billing.to ?? '', /\/portal\//)
    const page = `${order}/confirmation?order=${paid}`
    const look = { act: 'look-again', order: paid }
    const done = await send(visitor, page, look)
    assert.deepEqual([done.status, done.to], [303, `${order}/confirmation`])
    assert.equal((await send(other, page, look)).status, 404)
    const administrator = await givenAnAdministrator(shop)
    await shop.catchUp()
    await act(administrator, `change-plan/${id}`, await planChangeTo(administrator, { id }, 'analytics-annual'))
    await active(visitor, 'analytics-annual')
    const changed = await send(visitor, page, look)
    assert.equal(changed.status, 200)
    assert.match(textOf(changed.html), /Thank you for your purchase .*You bought “Parallax Analytics, monthly”\./)
  })

  test('lead to the installer, for any system, refuse people without access, and sign out everywhere', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const companion = { act: 'download-companion', system: 'linux' }
    const unaffirmed = await send(visitor, confirmation, companion)
    assert.equal(unaffirmed.status, 400)
    assert.match(textOf(unaffirmed.html), /This field is required/)
    for (const [fields, file] of [
      [{ act: 'download', system: 'windows' }, 'parallax-analytics-setup.exe'],
      [{ ...companion, affirmation: 'on' }, 'parallax-statistics.AppImage'],
      [companion, 'parallax-statistics.AppImage'],
    ] as const) {
      const { status, to } = await send(visitor, confirmation, fields)
      assert.equal(status, 303)
      const download = await visitor.get(to ?? '')
      assert.equal(download.status, 200)
      assert.match(download.headers.get('content-disposition') ?? '', new RegExp(file))
      await download.body?.cancel()
    }
    const other = await givenABuyer(shop)
    const refused = await send(other.visitor, confirmation, { act: 'download' })
    assert.equal(refused.status, 403)
    assert.match(textOf(refused.html), /You have no active subscription to this product\./)
    assert.equal(await whoIs(visitor), email)
    const out = await send(visitor, '/account', { act: 'sign-out-everywhere' })
    assert.deepEqual([out.status, out.to, await whoIs(visitor)], [303, '/', null])
  })
})

describe('a form that cannot be trusted', () => {
  test('returns 403 without a token, or with another’s, an old or cut one, or one in the query, and has no effect', async () => {
    const other = shop.visitor()
    await (await other.get('/')).text()
    const theirs = other.cookies.get('XSRF-TOKEN') ?? ''
    const { visitor } = await givenASubscriber(shop, 'analytics-annual')
    for (const path of everyPage) {
      await (await visitor.get(path)).text()
      const own = visitor.cookies.get('XSRF-TOKEN') ?? ''
      for (const token of [null, '', theirs, own.slice(0, -1), `${own}x`]) {
        const { status, html } = await send(
          visitor,
          path,
          { act: 'sign-out-everywhere', industry: 'Energy' },
          { token },
        )
        assert.equal(status, 403, `${path} with ${token}`)
        assert.match(html, /<h1/)
      }
      const inQuery = await send(visitor, `${path}?_csrf=${own}`, { act: 'sign-out-everywhere' }, { token: null })
      assert.equal(inQuery.status, 403)
      assert.notEqual(await whoIs(visitor), null)
    }
  })

  test('reports that the page has expired, and keeps the input for the next attempt', async () => {
    const form = aForm()
    const { status, html, headers } = await unchanged(shop, () => send(shop.visitor(), trial, form, { token: 'old' }))
    assert.equal(status, 403)
    assert.match(textOf(html), /This page has expired, so nothing was sent\./)
    assert.equal(valueOf(html, 'email'), form.email)
    assert.equal(headers.get('cache-control'), 'no-store')
  })

  test('from another site, which sends no session, shows the page as to any visitor, and sets no cookie', async () => {
    const form = aForm({ email: 'chosen-by-another@site.example' })
    for (const origin of ['https://evil.example', 'null']) {
      const answer = await fetch(shop.url + trial, {
        method: 'POST',
        headers: { origin, accept: 'text/html' },
        body: new URLSearchParams({ email: form.email }),
        redirect: 'manual',
      })
      assert.equal(answer.status, 303)
      assert.equal(answer.headers.get('location'), trial)
      assert.deepEqual(answer.headers.getSetCookie(), [])
    }
  })

  test('from another site with a valid session shows none of that site’s input', async () => {
    const form = aForm({ email: 'chosen-by-another@site.example' })
    const visitor = shop.visitor()
    await visitor.get(trial)
    const { status, html } = await send(visitor, trial, form, {
      token: 'old',
      headers: { origin: 'https://evil.example' },
    })
    assert.equal(status, 403)
    assert.doesNotMatch(html, /chosen-by-another/)
  })

  test('with a URL that is too long gets a page with the right status', async () => {
    const long = await send(shop.visitor(), `${trial}?${'x'.repeat(2100)}`, aForm())
    assert.equal(long.status, 414)
    assert.match(long.headers.get('content-type') ?? '', /^text\/html/)
  })

  test('from a person whose session has ended leads to sign-in, not to a registration', async () => {
    const visitor = shop.visitor()
    await visitor.get('/plans/analytics-annual')
    const { status, headers } = await send(visitor, '/plans/analytics-annual', { industry: 'Energy' })
    assert.equal(status, 303)
    assert.match(headers.get('location') ?? '', /^\/api\/v1\/login\?redirect_url=/)
  })
})

describe('input that is not a form of the page', () => {
  test('is rejected with 415 as a page if it is JSON, plain text, multipart, or has no type', async () => {
    const { visitor } = await givenATrialUser(shop)
    for (const path of everyPage) {
      for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/xml']) {
        const { status, headers } = await send(visitor, path, {}, { headers: { 'content-type': type }, body: '{}' })
        assert.equal(status, 415, `${path} ${type}`)
        assert.match(headers.get('content-type') ?? '', /^text\/html/)
      }
      const empty = await visitor.request(path, { method: 'POST', headers: { accept: 'text/html' } })
      assert.equal(empty.status, 403)
    }
  })

  test('is rejected with 413 beyond 64 kB', async () => {
    const { status, headers } = await send(shop.visitor(), trial, { company: 'x'.repeat(66_000) })
    assert.equal(status, 413)
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
  })

  test('changes nothing and causes no server error: unknown fields, repeated fields and unusual texts', async () => {
    const strange = ['', '\0', '\uD800', '__proto__', 'a'.repeat(20_000), '\r\nSet-Cookie: a=b']
    const { visitor } = await givenASubscriber(shop)
    for (const text of strange) {
      for (const path of everyPage) {
        const fields = Object.fromEntries(
          ['email', 'firstName', 'country', 'state', 'phone.countryCode', 'phone', 'industry', 'otherIndustry', 'act', 'subscription', 'plan', 'system', 'order', 'name', '__proto__', 'constructor'].map((name) => [name, text]), // prettier-ignore
        )
        const { status } = await send(path === trial ? shop.visitor() : visitor, path, fields)
        assert.ok(status >= 300 && status < 500, `${path} with ${JSON.stringify(text).slice(0, 30)}: ${status}`)
      }
    }
    const who = shop.visitor()
    await (await who.get(trial)).text()
    const token = who.cookies.get('XSRF-TOKEN') ?? ''
    const twice = await send(
      who,
      trial,
      {},
      { body: `_csrf=${token}&email=a@b.example&email=nobody&email[]=c&unknown=1` },
    )
    assert.equal(twice.status, 400)
    assert.equal(valueOf(twice.html, 'email'), 'nobody')
  })

  test('is rejected by pages without a form', async () => {
    for (const path of ['/', '/plans', '/failure', '/pending', '/administration/users']) {
      const { status } = await send(shop.visitor(), path, aForm())
      assert.equal(status, 404, path)
    }
  })
})

test('guards redirect the sender of a form like a reader of the page, and the form has no effect', async () => {
  const anonymous = shop.visitor()
  const pending = (await givenATrialUser(shop, { email: `jane.waits.${Date.now()}@gmail.com` })).visitor
  const denied = (await givenATrialUser(shop, { country: 'IR' })).visitor
  const cases: [TestVisitor, string, string][] = [
    [anonymous, '/account', '/api/v1/login?redirect_url=%2Faccount'],
    [anonymous, confirmation, `/api/v1/login?redirect_url=${encodeURIComponent(confirmation)}`],
    [anonymous, '/try/no-such', trial],
    [anonymous, '/plans/analytics-trial', trial],
    [anonymous, '/plans/no-such', '/notFound'],
    [pending, trial, '/pending'],
    [denied, trial, '/not-approved'],
    [denied, confirmation, '/not-approved'],
  ]
  await unchanged(shop, async () => {
    for (const [visitor, path, to] of cases) {
      const answer = await send(visitor, path, aForm())
      assert.deepEqual([answer.status, answer.to], [303, to], path)
    }
  }, ['sessions'])
})
