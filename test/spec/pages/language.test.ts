import assert from 'node:assert/strict'
import { test } from 'vitest'
import { wordsIn } from '../../../i18n/server-words.ts'
import { act, idOf } from '../../support/admin/admin-page.ts'
import { active, buy, eventsOf, heldBy } from '../../support/billing/given-buyer.ts'
import {
  aRegistration,
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  password,
  signIn as signInAs,
} from '../../support/given.ts'
import { sendRaw } from '../../support/http/raw.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'
import { sentencesOf } from '../../support/sentences.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
const german = wordsIn('de')
const english = wordsIn('en')

type Problem = { message: string; errors?: { field: string; message: string }[] }
const problem = async (answer: Response) => (await answer.json()) as Problem

/** Returns the message of a response whose body was read byte by byte. */
const messageIn = (body: string) => (JSON.parse(Buffer.from(body, 'latin1').toString('utf8')) as Problem).message

/** Returns a visitor who chose German. */
function aGerman(): TestVisitor {
  const visitor = shop.visitor()
  visitor.cookies.set('language', 'de')
  return visitor
}

/** Returns the text of a page without tags. */
const textOf = (html: string) =>
  html
    .replace(/<head>[\s\S]*?<\/head>/, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test('an error is in the requested language, at its field, for JSON and for a form', async () => {
  const visitor = shop.visitor()
  const typed = aRegistration({ email: 'nobody', company: '#', lastName: 'x'.repeat(100), termsAndConditions: false })
  const answer = await visitor.post('/api/v1/users', typed, { 'accept-language': 'de-DE,de;q=0.9,en;q=0.8' })
  assert.equal(answer.status, 400)
  assert.equal(answer.headers.get('content-language'), 'de')
  const { message, errors } = await problem(answer)
  assert.equal(message, 'Die E-Mail-Adresse ist ungültig')
  assert.deepEqual(sentencesOf(errors), [
    { field: 'email', message: 'Die E-Mail-Adresse ist ungültig' },
    { field: 'lastName', message: 'Muss kürzer als 100 Zeichen sein' },
    { field: 'company', message: 'Enthält ungültige Zeichen' },
    { field: 'termsAndConditions', message: 'Diese Angabe ist erforderlich' },
  ])

  const form = await visitor.send('/api/v1/preferences', { theme: 'pink' }, { 'accept-language': 'de' })
  assert.equal(form.status, 400)
  assert.deepEqual(sentencesOf((await problem(form)).errors), [{ field: 'theme', message: 'Ungültiger Wert' }])
})

test('the visitor’s choice comes before the browser’s, the greatest weight counts, and an unsupported language becomes English', async () => {
  const asked: [header: string | null, cookie: string | null, Problem['message']][] = [
    [null, null, english.errors.UNKNOWN_PLAN],
    ['de', 'en', english.errors.UNKNOWN_PLAN],
    ['en', 'de', german.errors.UNKNOWN_PLAN],
    ['fr-FR, de;q=0.3, en;q=0.2', null, german.errors.UNKNOWN_PLAN],
    ['fr', null, english.errors.UNKNOWN_PLAN],
    ['de', '%zz', german.errors.UNKNOWN_PLAN],
  ]
  for (const [header, cookie, message] of asked) {
    const headers = { ...(header && { 'accept-language': header }), ...(cookie && { cookie: `language=${cookie}` }) }
    const answer = await shop.visitor().get('/api/v1/plans/nothing', headers)
    assert.equal((await problem(answer)).message, message, JSON.stringify([header, cookie]))
  }
})

test('a request that is rejected early is rejected in German too, before any cookie is read', async () => {
  const said = async (line: string, host = new URL(shop.url).host) => {
    const head = [
      `${line} HTTP/1.1`,
      `Host: ${host}`,
      'Accept-Language: de',
      'Cookie: language=en',
      'Connection: close',
    ]
    return messageIn((await sendRaw(shop.url, `${head.join('\r\n')}\r\n\r\n`)).body)
  }
  assert.equal(await said('GET /api/v1/plans', 'elsewhere.example'), german.errors.WRONG_HOST)
  assert.equal(await said(`GET /${'x'.repeat(9_000)}`), german.errors.URL_TOO_LONG)
  // The URL cannot be decoded, but the cookie can be read.
  assert.ok([german.errors.INVALID_INPUT, english.errors.INVALID_INPUT].includes(await said('GET /%zz')))

  const visitor = aGerman()
  assert.equal((await problem(await visitor.get('/api/v1/nothing'))).message, german.errors.NOT_FOUND)
  assert.equal((await problem(await visitor.request('/nothing', { method: 'POST' }))).message, german.errors.NOT_FOUND)
  assert.equal((await problem(await visitor.get('/api/v1/account/export'))).message, german.errors.SIGN_IN_NEEDED)
  const stale = await visitor.post('/api/v1/users', {}, { 'x-xsrf-token': 'another' })
  assert.equal((await problem(stale)).message, german.errors.FORGERY_TOKEN)
})

/** Follows the link of a German activation email up to the end. */
async function activateInGerman(visitor: TestVisitor, email: string): Promise<void> {
  const mail = await shop.mailTo(email, 'Aktivieren Sie Ihr Konto')
  const link = /https?:\/\/\S+\/identity\/activate\S+/.exec(mail.text)?.[0] ?? assert.fail('there is no link')
  const form = await visitor.form(link)
  assert.match(form.html, /<html lang="de"/)
  const tooShort = await visitor.submit(form, { password: 'short' })
  assert.equal(tooShort.status, 400)
  const page = textOf(await tooShort.text())
  assert.ok(page.includes(german.identity.passwordProblems.tooShort(10)), page)
  assert.ok(page.includes(german.identity.summaryHeading))
  const arrived = await visitor.submit(form, { password })
  assert.equal(arrived.status, 200)
}

const mailsTo = async (email: string) => (await shop.mails()).filter(({ to }) => to.includes(email))

/** Asserts that no email to this address so far is in English. */
async function allInGerman(email: string): Promise<void> {
  for (const { subject, html, text } of await mailsTo(email)) {
    assert.match(html, /<html lang="de"/, subject)
    assert.doesNotMatch(`${subject} ${text}`, /\b(the|your|you|and|with|has|is)\b|December|US\$\d/i, subject)
    assert.match(text, /Fragen\? Schreiben Sie an/, subject)
  }
}

test('a person who registers in German gets every email in German, whatever its cause, until they choose English', async () => {
  const administrator = await givenAnAdministrator(shop)
  const visitor = aGerman()
  const { email } = await givenARegistration({ visitor: () => visitor }, { email: 'hanna.weber@gmail.com' })
  await activateInGerman(visitor, email)
  await shop.mailTo(email, 'Ihr Konto wartet auf Freigabe')

  // An administrator whose language is English.
  const id = await idOf(shop, email)
  const approved = await act(administrator, `/api/v1/reviews/approve/${id}`, { comment: 'Known to sales.' })
  assert.equal(approved.status, 200)
  await shop.mailTo(email, 'Ihr Konto wurde freigegeben')
  const started = await shop.mailTo(email, 'Ihre Testversion hat begonnen: Parallax Analytics – Testversion')
  assert.match(started.text, /Sie läuft bis einschließlich 20\. Dezember 2026\./)

  // Another person who enters the address, in English.
  await givenARegistration(shop, { email })
  await shop.mailTo(email, 'Sie haben bereits ein Konto')

  // The job that sends reminders, after a restart.
  await shop.restart({ CLOCK_START: '2026-12-14T12:00:00Z' })
  const reminder = await shop.mailTo(email, 'endet am 20. Dezember 2026')
  assert.match(
    reminder.text.replaceAll(/\s/g, ' '),
    /Parallax Analytics, jährlich: 1\.188,00 US\$ pro Jahr, zuzüglich Steuern/,
  )
  const link = /https?:\/\/\S+\/reminders\/stop\/\S+/.exec(reminder.text)?.[0] ?? assert.fail('there is no link')
  const page = await aGerman().form(link)
  assert.match(page.html, /<html lang="de"/)
  assert.ok(textOf(page.html).includes(german.reminders.ask.text))
  assert.ok(textOf((await shop.visitor().form(link)).html).includes(english.reminders.ask.text))

  // The payment provider. The person's session has ended meanwhile.
  await signInAs(visitor, email)
  await buy(visitor)
  const { id: subscription } = await active(visitor)
  await shop.mailTo(email, 'für Parallax Analytics, monatlich')
  const [trial] = (await heldBy(visitor)).filter(({ plan }) => plan.name === 'analytics-trial')
  assert.equal(trial?.plan.title, 'Parallax Analytics – Testversion')
  const kept = `select distinct terms ->> 'title' as title from subscriptions where plan = 'analytics-trial'`
  assert.deepEqual(await shop.sql(kept), [{ title: 'Parallax Analytics trial' }], 'stored as the operator wrote it')
  await allInGerman(email)

  const own = (await (await visitor.get('/api/v1/account/export')).json()) as { profile: { language: string } }
  assert.equal(own.profile.language, 'de')
  const before = await eventsOf(shop, subscription)
  assert.equal((await visitor.post('/api/v1/preferences', { language: 'en' })).status, 204)
  assert.deepEqual(await eventsOf(shop, subscription), before)
  assert.equal((await visitor.post(`/api/v1/subscriptions/stop-renewal/${subscription}`)).status, 200)
  const stopped = await shop.mailTo(email, 'will not renew')
  assert.match(stopped.html, /<html lang="en"/)
})

test('a person with an account is told in the account’s language, and a new start is in the registrant’s', async () => {
  const { email } = await givenARegistration(shop)
  await shop.mailTo(email, 'Activate')
  await givenARegistration({ visitor: aGerman }, { email })
  await shop.mailTo(email, 'Aktivieren Sie Ihr Konto')
  assert.deepEqual(await shop.sql('select language from subscribers where email = $1', [email]), [{ language: 'de' }])
})

test('the sign-in pages and their emails are in the visitor’s language', async () => {
  const visitor = aGerman()
  const signIn = await visitor.form('/api/v1/login?redirect_url=/')
  assert.match(signIn.html, /<html lang="de"/)
  for (const word of ['Anmelden', 'E-Mail', 'Passwort', 'Passwort vergessen?'])
    assert.ok(signIn.html.includes(word), word)
  const empty = textOf(await (await visitor.submit(signIn, { email: '', password: '' })).text())
  for (const sentence of [german.fields.required, german.identity.passwordProblems.required])
    assert.ok(empty.includes(sentence), sentence)
  const noAddress = textOf(await (await visitor.submit(signIn, { email: 'nobody', password })).text())
  assert.ok(noAddress.includes(german.fields.email))
  const wrong = textOf(await (await visitor.submit(signIn, { email: 'nobody@nowhere.example', password })).text())
  assert.ok(wrong.includes(german.identity.signIn.wrong))

  const pages: [path: string, sentence: string][] = [
    ['/identity/forgotten', german.identity.forgotten.intro],
    ['/identity/activate?token=unknown', german.identity.unknownActivation.text],
    ['/identity/reset?token=unknown', german.identity.unknownReset.text],
    ['/identity/sign-in/of-nobody', german.identity.problems.stale.text],
    ['/identity/nothing', german.identity.problems.notFound.text],
  ]
  for (const [path, sentence] of pages) {
    const answer = await visitor.get(path)
    const html = await answer.text()
    assert.match(html, /<html lang="de"/, path)
    assert.ok(textOf(html).includes(sentence), `${path}: ${textOf(html)}`)
  }

  const forgotten = await visitor.form('/identity/forgotten')
  const sent = await visitor.submit(forgotten, { email: 'admin@shop.example' })
  assert.ok(textOf(await sent.text()).includes(german.identity.sent.text))
  const mail = await shop.mailTo('admin@shop.example', 'Neues Passwort für')
  assert.match(mail.html, /<html lang="de"/)
  assert.ok(mail.text.includes(german.identity.mails.reset.text))
  assert.doesNotMatch((await shop.visitor().form('/identity/forgotten')).html, /lang="de"|Passwort/)

  await signInAs(visitor, 'admin@shop.example', 'the administrator of the tests')
  const signOut = await visitor.form('/identity/session/end')
  assert.match(signOut.html, /<html lang="de"/)
  assert.ok(textOf(signOut.html).includes(german.identity.signOut.question))
})

test('an issuer is asked for German by visitors who use it, and for no language by others', async () => {
  const asked = async (headers: Record<string, string>) => {
    const answer = await shop.visitor().get('/api/v1/login', headers)
    return new URL(answer.headers.get('location') ?? '').searchParams.get('ui_locales')
  }
  assert.equal(await asked({ 'accept-language': 'de-CH' }), 'de')
  assert.equal(await asked({ 'accept-language': 'de', cookie: 'language=en' }), null)
  assert.equal(await asked({}), null)
})

test('the admin area responds to an administrator in German: faults, refusals, and the exported list', async () => {
  const administrator = await givenAnAdministrator(shop)
  const { email } = await givenARegistration(shop)
  assert.equal((await administrator.post('/api/v1/preferences', { language: 'de' })).status, 204)
  const [row] = await shop.sql<{ id: string }>(
    'select s.id from subscriptions s join subscribers p on p.id = s.subscriber_id where p.email = $1',
    [email],
  )
  assert.ok(row)
  const extend = await act(administrator, `/api/v1/subscriptions/extend/${row.id}`, { endDate: 'soon', comment: ' ' })
  assert.deepEqual(sentencesOf(extend.errors), [
    { field: 'endDate', message: german.fields.date },
    { field: 'comment', message: german.fields.required },
  ])
  const cancelled = await act(administrator, `/api/v1/subscriptions/cancel/${row.id}`, { comment: 'Why not.' })
  assert.deepEqual([cancelled.status, cancelled.message], [409, german.errors.CANCEL_NOT_ACTIVE])
  const together = await administrator.post('/api/v1/subscriptions/bulk', {
    action: 'cancel',
    ids: [row.id],
    comment: 'Why not.',
  })
  assert.deepEqual(await together.json(), [
    { id: row.id, status: 409, code: 'CANCEL_NOT_ACTIVE', message: german.errors.CANCEL_NOT_ACTIVE },
  ])
  const search = await problem(await administrator.get(`/api/v1/subscriptions?search=${'x'.repeat(256)}`))
  assert.deepEqual(sentencesOf(search.errors), [{ field: 'search', message: german.fields.tooLong(256) }])

  const file = await (await administrator.get(`/api/v1/export/csv?search=${encodeURIComponent(email)}`)).text()
  const { columns, status, type } = german.export
  const [head = '', line = ''] = file.replace('\uFEFF', '').split('\r\n')
  assert.equal(head.split(',')[0], columns.name)
  assert.ok(head.endsWith(columns.latestComment), head)
  assert.ok(line.includes(`,${type.trial},`) && line.includes(`,${status.pending},`), line)
})

test('preferences: stores a choice for a year, and rejects an unsupported one [10.6]', async () => {
  const visitor = shop.visitor()
  const chosen = await visitor.post('/api/v1/preferences', { language: 'de', theme: 'dark' })
  assert.equal(chosen.status, 204)
  const cookies = chosen.headers.getSetCookie()
  for (const cookie of ['language=de', 'theme=dark']) {
    const line = cookies.find((one) => one.startsWith(`${cookie};`)) ?? assert.fail(cookie)
    for (const part of ['Path=/', 'HttpOnly', 'SameSite=Lax', 'Max-Age=31536000']) assert.ok(line.includes(part), line)
  }
  assert.equal((await problem(await visitor.get('/api/v1/plans/nothing'))).message, german.errors.UNKNOWN_PLAN)

  const refused = await visitor.post('/api/v1/preferences', { language: 'fr' })
  assert.deepEqual([refused.status, refused.headers.getSetCookie()], [400, []])
  const message = german.fields.invalidValue
  assert.deepEqual(sentencesOf((await problem(refused)).errors), [{ field: 'language', message }])
  assert.equal((await shop.visitor().request('/api/v1/preferences', { method: 'POST' })).status, 403)
})

test('preferences: a form returns to its page, and never to another site [10.6]', async () => {
  const visitor = shop.visitor()
  await visitor.get('/api/v1/users/userinfo')
  const sendBack = (fields: Record<string, string>) =>
    visitor.send('/api/v1/preferences', { language: 'de', ...fields })
  const back = '/try/analytics-trial?from=mail'
  for (const [fields, to] of [
    [{ back }, back],
    [{ back: '//evil.example' }, '/'],
    [{}, '/'],
  ] as const) {
    const answer = await sendBack(fields)
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, to])
  }
  assert.equal(visitor.cookies.get('language'), 'de')
  assert.equal((await sendBack({ _csrf: 'another', language: 'en' })).status, 403)
  assert.equal(visitor.cookies.get('language'), 'de')
})
