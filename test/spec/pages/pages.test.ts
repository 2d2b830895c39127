import assert from 'node:assert/strict'
import { test } from 'vitest'
import { screens } from '../../../contract/screens.ts'
import { registrationForm, visibleFields } from '../../../domain/registration/registration.ts'
import { aRegistration, givenAShop, givenPeople, givenATrialUser, type Kind } from '../../support/given.ts'
import { interfaceLimits } from '../../../domain/limits.ts'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'
import { crawl, type Answer } from '../../support/browser/crawl.ts'

const shop = await givenAShop()
const people = await givenPeople(shop)
const kinds = Object.keys(people) as Kind[]

/** The response of a page to one kind of visitor: its status, or the target of its redirect. */
type Outcome = number | string
const everyone = (outcome: Outcome): Record<Kind, Outcome> => ({
  anonymous: outcome,
  user: outcome,
  pending: outcome,
  denied: outcome,
  administrator: outcome,
})

const signIn = (path: string) => `/api/v1/login?redirect_url=${encodeURIComponent(path)}`
const confirmation = '/plans/analytics-trial/confirmation'
const trial = { ...everyone(200), pending: '/pending', denied: '/not-approved' }

const routes: Record<string, Record<Kind, Outcome>> = {
  '/': { ...trial, administrator: '/administration/users' },
  '/try': trial,
  '/try/analytics-trial': trial,
  '/try/statistics-trial': trial,
  '/try/no-such': everyone('/try/analytics-trial'),
  '/plans': everyone(200),
  '/account': { ...everyone(200), anonymous: signIn('/account') },
  '/plans/analytics-annual': everyone(200),
  '/plans/analytics-trial': everyone('/try/analytics-trial'),
  '/plans/no-such': everyone('/notFound'),
  [confirmation]: {
    ...everyone(200),
    anonymous: signIn(confirmation),
    pending: '/not-approved',
    denied: '/not-approved',
  },
  '/plans/no-such/confirmation': { ...everyone('/notFound'), anonymous: signIn('/plans/no-such/confirmation') },
  '/plans/a%00b': everyone('/notFound'),
  '/plans/a%00b/confirmation': { ...everyone('/notFound'), anonymous: signIn('/plans/a\0b/confirmation') },
  '/failure': everyone(200),
  '/busy': everyone(200),
  '/forbidden': everyone(403),
  '/pending': { ...everyone('/'), pending: 200 },
  '/not-approved': { ...everyone('/'), denied: 200 },
  '/notFound': everyone(404),
  '/no/such/page': everyone(404),
  '/administration': { ...everyone('/forbidden'), anonymous: '/', administrator: '/administration/users' },
  ...Object.fromEntries(
    [
      'users',
      'users/1',
      'audit',
      'catalogue',
      'overview',
      'reviews',
      'screening',
      'mails',
      'queue',
      'connect',
      'integrations',
      'settings',
      'help',
    ].map((page) => [`/administration/${page}`, { ...everyone('/forbidden'), anonymous: '/', administrator: 200 }]),
  ),
}

test('every page redirects every kind of person to where they belong [2.1, 2.11, 2.12, 2.52, 4.2, 6.1, 6.4]', async () => {
  for (const [path, outcomes] of Object.entries(routes)) {
    for (const kind of kinds) {
      const answer = await people[kind].get(path)
      const to = answer.headers.get('location')
      const outcome = answer.status === 302 ? to : answer.status
      assert.equal(outcome, outcomes[kind], `${path} for the ${kind} one`)
      await answer.text()
    }
  }
})

test('an anonymous visitor who requests an admin page is offered to sign in for it on the homepage [2.13]', async () => {
  const asked = '/administration/users?search=jane'
  const stranger = shop.visitor()
  const notice = /Sign in to open the admin page that you requested\./
  assert.doesNotMatch(await (await stranger.get('/')).text(), notice)
  assert.equal((await stranger.get(asked)).headers.get('location'), '/')
  const home = await (await stranger.get('/')).text()
  assert.match(home, notice)
  assert.ok(home.includes(`href="${signIn(asked).replaceAll('&', '&amp;')}"`), home)
  assert.doesNotMatch(await (await stranger.get('/plans')).text(), notice)
  const other = shop.visitor()
  await other.get('/pending')
  assert.doesNotMatch(await (await other.get('/')).text(), notice)
})

test('the tested pages include every page of the site map', () => {
  const paths = Object.values(screens).flatMap((screen) => screen.paths)
  const fits = (pattern: string) =>
    Object.keys(routes).some((path) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path))
  assert.deepEqual(
    paths.filter((pattern) => !fits(pattern)),
    [],
  )
})

test('each page has its title, and the brand behind it [2.14, 2.15]', async () => {
  const titles: [Kind, string, string][] = [
    ['anonymous', '/', 'Try'],
    ['user', '/account', 'Subscriptions'],
    ['anonymous', '/never/heard/of', 'Not found'],
    ['administrator', '/administration/users/1', 'Details'],
  ]
  for (const [kind, path, title] of titles) {
    const page = await (await people[kind].get(path)).text()
    assert.equal(/<title[^>]*>([^<]*)<\/title>/.exec(page)?.[1], `${title} | Parallax Analytics`, path)
  }
})

test('error pages contain the specification’s words [2.17, 2.58, 2.59]', async () => {
  const read = async (path: string) =>
    (await (await people.anonymous.get(path)).text()).replaceAll(/&#x27;|&#39;/g, "'").replaceAll('<!-- -->', '')
  const words: Record<string, string[]> = {
    '/notFound': ['404: Page not found', "We can't seem to find the page you are looking for.", 'Go to homepage'],
    '/forbidden': ['403: No access', 'You do not have permission to access this page.'],
    '/busy': ['429: Too many requests', 'Please try again later'],
  }
  for (const [path, texts] of Object.entries(words)) {
    const page = await read(path)
    for (const text of texts) assert.ok(page.includes(text), `${path}: ${text}`)
  }
})

test('the server sends the complete trial page', async () => {
  const page = await (await fetch(shop.url)).text()
  const visible = page.slice(0, page.indexOf('<script type="application/json"'))
  assert.match(visible, /<h1[^>]*>(<[^>]+>)*Start your free trial/)
  assert.match(visible, /See what your process data has been trying to tell you/)
  assert.match(visible, /The full product for 30 days/)
  const form = registrationForm({ type: 'trial', requiresAffirmation: false })
  for (const name of visibleFields(form, { country: 'US' })) assert.match(visible, new RegExp(`name="${name}"`), name)
  assert.match(visible, /Start 30-day trial/)
  assert.match(page, /<html lang="en"/)
  assert.match(visible, /Sign in/)
  const other = await (await fetch(`${shop.url}/try/statistics-trial`)).text()
  assert.match(other, /name="affirmation"/)
  assert.match(other, /fill volumes on a control chart/)
  assert.doesNotMatch(visible, /control chart/)
})

test('the server sends the complete pricing page and order summary [1.4, 2.2, 2.17, 2.29]', async () => {
  const read = async (who: Kind, path: string) => {
    const page = await (await people[who].get(path)).text()
    return page.slice(0, page.indexOf('<script type="application/json"')).replaceAll('<!-- -->', '')
  }
  const shelf = await read('anonymous', '/plans')
  for (const text of ['US$1,188.00', 'US$588.00', 'billed every year, excluding tax'])
    assert.ok(shelf.includes(text), text)
  for (const [period, price] of [
    ['week', 'US$49.00'],
    ['month', 'US$149.00'],
  ])
    assert.ok((await read('anonymous', `/plans?period=${period}`)).includes(price ?? ''), price)
  assert.match(shelf, /href="\/plans\/analytics-annual"/)
  const order = ['Order summary', 'Parallax Analytics, annual', 'US$1,188.00', 'Billed every year, excluding tax']
  const conditions = ['Conditions', 'For one named user', 'Complete purchase']
  const anonymous = await read('anonymous', '/plans/analytics-annual')
  const back = signIn('/plans/analytics-annual').replaceAll('&', '&amp;')
  for (const text of [...order, ...conditions, 'Register new account', `href="${back}"`])
    assert.ok(anonymous.includes(text), text)
  const signedIn = await read('user', '/plans/analytics-annual')
  for (const text of [...order, ...conditions, 'Jane Doe', 'Sign out', 'Please select', 'Continue to payment'])
    assert.ok(signedIn.includes(text), text)
  assert.match(await read('user', '/account'), /Parallax Analytics trial/)
})

test('the account page offers a plan again while the owner may buy it, and not while they are on hold', async () => {
  const { visitor, id } = await givenASubscriber(shop, 'analytics-monthly')
  await visitor.post(`/api/v1/subscriptions/stop-renewal/${id}`, {})
  const account = async () => (await visitor.get('/account')).text()
  assert.match(await account(), /Buy again/)
  await visitor.post('/api/v1/account/details', { firstName: 'Zoltan', lastName: 'Karnovak' })
  const held = await account()
  assert.match(held, /On hold until your account is approved\. Runs until /)
  assert.doesNotMatch(held, /Buy again/)
})

test('registered text is shown as text, never as markup', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  await shop.sql(
    "update subscribers set first_name = '</script><script>alert(1)</script><img onerror=x>' where email = $1",
    [email],
  )
  const page = await (await visitor.get('/')).text()
  assert.doesNotMatch(page, /<script>alert|<img onerror/)
})

test('an address in another case, with a trailing slash or with an odd encoding gets a page or the right error', async () => {
  for (const [path, status] of [
    ['/try/', 200],
    ['/forbidden/', 403],
    ['/%74ry', 200],
    ['/%E2%82', 400],
    ['/try/analytics-trial?utm=1&x=%zz', 200],
    ['/plans/%2e%2e/confirmation', 404],
    ['//evil.example/', 404],
    ['//evil.example/try', 404],
    ['//try/', 200],
    ['//', 200],
  ] as const) {
    const answer = await people.anonymous.request(`${shop.url}${path}`)
    assert.equal(answer.status, status, path)
    assert.equal(new URL(answer.headers.get('location') ?? '/', shop.url).origin, shop.url, path)
  }
})

test('a form sent without scripts accepts a phone number in any common format; the API accepts digits only', async () => {
  const visitor = shop.visitor()
  const { phone: _, ...person } = aRegistration()
  const page = await visitor.form('/try/analytics-trial')
  const typed = { 'phone.countryCode': '+1', 'phone.phoneNumber': '+44 (0)7700 900-123' }
  const ticked = { ...(person as Record<string, string>), termsAndConditions: 'on' }
  const sent = await visitor.submit({ ...page, address: '/try/analytics-trial' }, { ...ticked, ...typed })
  assert.match(await sent.text(), /Almost ready! Please check your inbox\./)
  const [kept] = await shop.sql('select phone_country_code, phone_number from subscribers where email = $1', [
    person.email,
  ])
  assert.deepEqual(kept, { phone_country_code: '+44', phone_number: '7700900123' })
  const refused = await visitor.post(
    '/api/v1/users',
    aRegistration({ phone: { countryCode: '+44', phoneNumber: '7700 900123' } }),
  )
  assert.equal(refused.status, 400)
  assert.match(await refused.text(), /This phone number is not valid/)
})

test('a page links the scripts of what its visitor sees: the trial form for visitors, their state for signed-in people', async () => {
  const linked = async (visitor: Pick<ReturnType<typeof shop.visitor>, 'get'>) => {
    const html = await (await visitor.get('/try/analytics-trial')).text()
    const files = [...html.matchAll(/<link rel="modulepreload" href="\/assets\/([a-z-]+)-[\w-]{8}\.js"/g)]
    return new Set(files.map(([, name]) => name))
  }
  const [stranger, user] = [await linked(shop.visitor()), await linked(people.user)]
  const parts = ['trial', 'trial-form', 'phone-field', 'trial-state', 'user-menu']
  assert.deepEqual(
    parts.map((part) => [part, stranger.has(part), user.has(part)]),
    [
      ['trial', true, true],
      ['trial-form', true, false],
      ['phone-field', true, false],
      ['trial-state', false, true],
      ['user-menu', false, true],
    ],
  )
})

const visitor = shop.visitor()

async function ask(path: string): Promise<Answer> {
  const answer = await visitor.get(path)
  return { status: answer.status, location: answer.headers.get('location') ?? undefined, body: await answer.text() }
}

test('every link that a visitor can reach from the root responds [9.16]', async () => {
  const { pages, dead, others } = await crawl(ask, interfaceLimits.prerenderDepth)
  assert.deepEqual(dead, [])
  for (const page of ['/', '/plans', '/plans/analytics-weekly', '/plans/analytics-monthly', '/plans/analytics-annual'])
    assert.ok(pages.includes(page), page)
  for (const document of ['/sandbox/documents/eula', '/sandbox/documents/privacy'])
    assert.ok(others.includes(document), document)
  for (const path of others) {
    const answer = await shop.visitor().request(path, { follow: true })
    assert.equal(answer.status, 200, path)
    await answer.text()
  }
})

test('the site map lists exactly those pages, without their queries, and robots.txt names it', async () => {
  const robots = await (await visitor.get('/robots.txt')).text()
  assert.match(robots, /^Disallow: \/administration$/m)
  const address = /^Sitemap: (.*)$/m.exec(robots)?.[1] ?? ''
  assert.equal(address, `${shop.url}/sitemap.xml`)
  const answer = await fetch(address)
  assert.equal(answer.headers.get('content-type'), 'application/xml; charset=utf-8')
  const listed = [...(await answer.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, page = '']) => page)
  const { pages } = await crawl(ask, interfaceLimits.prerenderDepth)
  const reached = new Set(pages.map((path) => shop.url + path.replace(/\?.*/s, '')))
  assert.deepEqual(listed.toSorted(), [...reached].toSorted())
  assert.ok(listed.every((page) => !/administration|account|busy|forbidden/.test(page)))
})

test('public texts are sent compressed, and with 304 to a client that has them', async () => {
  const page = await (await fetch(shop.url)).text()
  const stylesheet = /href="(\/brand[^"]*\.css)"/.exec(page)?.[1]
  const script = /"(\/assets\/[^"]*\.js)"/.exec(page)?.[1] ?? ''
  const texts = [
    script,
    '/openapi.json',
    '/sitemap.xml',
    '/robots.txt',
    '/favicon.svg',
    ...(stylesheet ? [stylesheet] : []),
  ]
  for (const path of texts) {
    const ask = (headers: Record<string, string>) => fetch(shop.url + path, { headers })
    const first = await ask({ 'accept-encoding': 'br' })
    assert.equal(first.status, 200, path)
    assert.equal(first.headers.get('content-encoding'), 'br', path)
    assert.equal(first.headers.get('vary'), 'accept-encoding', path)
    const etag = first.headers.get('etag') ?? ''
    // A strong one would name one encoding only.
    assert.match(etag, /^W\/"[\w-]+"$/, path)
    assert.ok((await first.text()).length > 0, path)
    for (const kept of [etag, etag.slice(2), `"another", ${etag}`]) {
      const again = await ask({ 'if-none-match': kept })
      assert.deepEqual([again.status, again.headers.get('etag')], [304, etag], `${path} ${kept}`)
    }
    assert.equal((await ask({ 'if-none-match': 'W/"another"' })).status, 200, path)
  }
})
