import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { everyRow, forget, idOf, read } from '../../support/admin/admin-page.ts'
import {
  atTheHour,
  givenAnAdministrator,
  givenAShop,
  givenATrialUser,
  givenSupport,
  type SentMail,
} from '../../support/given.ts'
import { aCatalogueIn } from '../../support/catalogue-file.ts'
import { givenAFolder } from '../../support/given-folder.ts'
import { createProgram, refusalOf } from '../../support/licence/program.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'
import { givenAProgram } from '../../support/licence/given-program.ts'

const CATALOGUE = aCatalogueIn(givenAFolder(), ({ products }) => {
  for (const product of products)
    if (product.key === 'analytics') product.translations = { de: { title: 'Parallax Auswertung' } }
})
const shop = await givenAShop({ ...atTheHour, CATALOGUE })
const support = await givenSupport(shop)

type Device = Record<string, unknown> & { id: string; name: string; signedOutBy?: string | null }
const own = (visitor: TestVisitor) => read<Device[]>(visitor, '/api/v1/account/devices')

async function signedIn(changes: Record<string, string> = {}) {
  const person = await givenAProgram(shop, changes)
  const subscriber = await idOf(shop, person.email)
  return { ...person, subscriber, path: `/api/v1/subscribers/${subscriber}/devices` }
}
const endLink = ({ text }: SentMail) => /\S+\/device\/end\/\S+/.exec(text)?.[0] ?? assert.fail(text)
async function mailsAbout(email: string, subject: RegExp): Promise<SentMail[]> {
  // Queued emails must arrive first.
  await shop.catchUp()
  return (await shop.mails()).filter((mail) => mail.to.includes(email) && subject.test(mail.subject))
}

describe('a person’s devices', () => {
  it('are listed with product, name, last contact and the end of the licence, for their owner only [10.73]', async () => {
    const { visitor } = await signedIn()
    const [device, ...others] = await own(visitor)
    assert.equal(others.length, 0)
    const { id, ...shown } = device ?? assert.fail('no device')
    assert.match(id, /^dev_/)
    assert.deepEqual(Object.keys(shown), ['product', 'name', 'system', 'version', 'approved', 'lastSeen', 'leaseUntil'])
    assert.deepEqual(
      [shown['product'], shown.name, shown['system'], shown['version']],
      ['Parallax Analytics', 'Jane’s laptop', 'Windows 11', '4.2.0'],
    )
    assert.equal(String(shown['leaseUntil']).slice(0, 10), '2027-01-15')
    await shop.sql('update devices set lease_until = seen_at where id = $1', [id])
    assert.equal((await own(visitor))[0]?.['leaseUntil'], null, 'its time without a connection is over')
    const stranger = await givenATrialUser(shop)
    assert.deepEqual(await own(stranger.visitor), [])
    assert.equal((await stranger.visitor.post(`/api/v1/account/devices/${id}/sign-out`)).status, 404)
  })

  it('are signed out one by one, by a form without scripts too: the program’s next renewal is refused, and it can sign in again; or together', async () => {
    const { visitor, program } = await signedIn()
    const [device] = await own(visitor)
    const path = `/api/v1/account/devices/${device?.id}/sign-out`
    assert.equal((await visitor.post(path)).status, 204)
    assert.equal((await visitor.post(path)).status, 404, 'it is signed out already')
    assert.deepEqual(await own(visitor), [])
    assert.equal((await refusalOf(shop, await program.renew())).reason, 'signed_out')
    await program.signIn(visitor)
    const fields = { act: 'sign-out-device', id: (await own(visitor))[0]?.id ?? '' }
    await visitor.submit({ ...(await visitor.form('/account')), address: `${shop.url}/account` }, fields)
    assert.deepEqual(await own(visitor), [])
    const second = await createProgram(shop)
    for (const one of [program, second]) await one.signIn(visitor)
    assert.equal((await visitor.post('/api/v1/account/devices/sign-out')).status, 204)
    for (const one of [program, second]) assert.equal((await refusalOf(shop, await one.renew())).reason, 'signed_out')
  })
})

describe('the product of a device', () => {
  it('has its title in the language of its owner, and in the vendor’s in the admin area', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    assert.equal((await visitor.post('/api/v1/preferences', { language: 'de' })).status, 204)
    const program = await createProgram(shop)
    assert.match((await visitor.form(program.authorizePath())).html, /Bei Parallax Auswertung anmelden/)
    await program.signIn(visitor)
    assert.equal((await own(visitor))[0]?.['product'], 'Parallax Auswertung')
    const [added = assert.fail('no email')] = await mailsAbout(email, /bei Parallax Auswertung/)
    assert.match((await visitor.form(endLink(added))).html, /bei Parallax Auswertung angemeldet/)
    const path = `/api/v1/subscribers/${await idOf(shop, email)}/devices`
    const [device = assert.fail('no device')] = await read<Device[]>(support, path)
    assert.equal(device['product'], 'Parallax Analytics')
    assert.equal((await support.post(`${path}/${device.id}/sign-out`, { comment: 'Laptop lost' })).status, 204)
    assert.equal((await mailsAbout(email, /Parallax Auswertung abgemeldet/)).length, 1)
  })
})

describe('the email about a new device', () => {
  it('shows the computer’s name as text, and its link, which cannot be forged, ends this sign-in without a session, once', async () => {
    const { visitor, email, program } = await signedIn({ device_name: '<b>Jane’s</b> laptop' })
    const [mail = assert.fail('no email'), ...more] = await mailsAbout(email, /signed in to Parallax Analytics/)
    assert.equal(more.length, 0)
    assert.match(mail.text, /<b>Jane’s<\/b> laptop/)
    assert.ok(mail.html.includes('&lt;b&gt;Jane’s&lt;/b&gt; laptop'))
    const link = endLink(mail)
    const anyone = shop.visitor()
    const page = await anyone.form(link)
    assert.equal(page.status, 200)
    assert.ok(page.html.includes('&lt;b&gt;Jane’s&lt;/b&gt; laptop'))
    // licence/tokens.test.ts has every kind of forged link.
    for (const method of ['GET', 'POST']) assert.equal((await fetch(link.slice(0, -1), { method })).status, 404)
    assert.equal((await own(visitor)).length, 1, 'opening the page changes nothing')
    assert.equal((await anyone.submit(page, {})).status, 200)
    assert.deepEqual(await own(visitor), [])
    assert.equal((await refusalOf(shop, await program.renew())).reason, 'signed_out')
    assert.equal((await anyone.form(link)).status, 404)
    await program.signIn(visitor)
    assert.equal((await anyone.form(link)).status, 404, 'a later sign-in has a link of its own')
    assert.equal((await own(visitor)).length, 1)
  })
})

describe('support', () => {
  it('sees a person’s devices, including signed-out ones, and who signed them out', async () => {
    const { visitor, path, program } = await signedIn()
    const other = await createProgram(shop)
    await other.signIn(visitor, { device_name: 'Laboratory 4' })
    await program.post('/licence/revoke', { token: program.token(), client_id: 'analytics' })
    const devices = await read<Device[]>(support, path)
    assert.equal(devices.length, 2)
    assert.deepEqual(Object.fromEntries(devices.map(({ name, signedOutBy }) => [name, signedOutBy])), {
      'Jane’s laptop': 'program',
      'Laboratory 4': null,
    })
    assert.equal((await support.get(`/api/v1/subscribers/${crypto.randomUUID()}/devices`)).status, 404)
  })

  it('signs one out with a reason, but no administrator’s: audited, in the timeline, and emailed without the reason [10.74]', async () => {
    const { email, visitor, subscriber, path, program } = await signedIn()
    const [device] = await own(visitor)
    const signOut = (body: object) => support.post(`${path}/${device?.id}/sign-out`, body)
    assert.equal((await signOut({ comment: ' ' })).status, 400)
    const another = await signedIn()
    const comment = 'Laptop lost'
    assert.equal((await support.post(`${another.path}/${device?.id}/sign-out`, { comment })).status, 404)
    const [theirs] = await own(another.visitor)
    await shop.sql(`update identity_accounts set role = 'SUBSCRIPTION_ADMIN' where email = $1`, [another.email])
    assert.equal((await support.post(`${another.path}/${theirs?.id}/sign-out`, { comment })).status, 403)
    assert.equal((await own(visitor)).length, 1)
    assert.equal((await signOut({ comment })).status, 204)
    assert.equal((await signOut({ comment })).status, 404)
    assert.equal((await refusalOf(shop, await program.renew())).reason, 'signed_out')
    const [line] = await shop.sql<{ act: string; comment: string; changes: unknown }>(
      'select act, comment, changes from audit where subscriber_id = $1 order by at desc limit 1',
      [subscriber],
    )
    assert.deepEqual(line, { act: 'sign-out-device', comment: 'Laptop lost', changes: null })
    const activity = await read<Record<string, unknown>[]>(support, `/api/v1/subscribers/${subscriber}/activity`)
    assert.ok(!JSON.stringify(activity).includes('/device/end/'), 'the link is its owner’s alone')
    const acts = activity.filter(({ act }) => /device/.test(String(act)))
    const named = { product: 'Parallax Analytics', name: 'Jane’s laptop' }
    assert.deepEqual(
      acts.map(({ act, comment, device: shown }) => [act, comment, shown]),
      [
        ['sign-out-device', 'Laptop lost', named],
        ['add-device', null, named],
      ],
    )
    const [mail = assert.fail('no email')] = await mailsAbout(email, /signed out of Parallax Analytics/)
    assert.match(mail.text, /Jane’s laptop/)
    assert.doesNotMatch(mail.text, /Laptop lost/)
  })
})

describe('an erased person', () => {
  it('leaves no computer’s name in any table', async () => {
    const marker = `MARKER ${crypto.randomUUID()}`
    const { subscriber, path, visitor, program } = await signedIn({ device_name: marker })
    const [device] = await own(visitor)
    assert.equal((await support.post(`${path}/${device?.id}/sign-out`, { comment: 'A test' })).status, 204)
    await program.signIn(visitor, { device_name: marker })
    await shop.catchUp()
    assert.equal((await forget(await givenAnAdministrator(shop), subscriber)).status, 204)
    assert.equal((await refusalOf(shop, await program.renew())).reason, 'unknown_device')
    const left = (await everyRow(shop)).filter((row) => row.includes(marker))
    assert.deepEqual(left, [])
  })
})
