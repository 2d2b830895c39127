import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'vitest'
import type { Output } from '../../../contract/contract.ts'
import { languages } from '../../../domain/language.ts'
import { rateLimits } from '../../../domain/limits.ts'
import { mailKinds } from '../../../domain/mail.ts'
import { read } from '../../support/admin/admin-page.ts'
import { atTheHour, givenAnAdministrator, givenAShop } from '../../support/given.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

type Settings = Output<'GET /api/v1/settings'>
type Samples = Output<'GET /api/v1/settings/mails'>
const samplesIn = (language: string) => read<Samples>(administrator, `/api/v1/settings/mails?language=${language}`)

describe('the settings', () => {
  test('state the file and line of each value, and no key and no secret [10.68]', async () => {
    const { files, brand, documents, plans } = await read<Settings>(administrator, '/api/v1/settings')
    const lineOf = async (file: string, line: number | null | undefined) =>
      (await readFile(file, 'utf8')).split('\n')[(line ?? 0) - 1]
    for (const { field, value, line } of brand) {
      if (value === null || line === null) continue
      assert.match((await lineOf(files.brand, line)) ?? '', new RegExp(`"${field}":`), field)
    }
    const name = brand.find(({ field }) => field === 'name')
    assert.equal(name?.value, 'Parallax Analytics')
    assert.equal(brand.find(({ field }) => field === 'reviewTimes')?.line, null, 'the file does not state it')
    for (const { key, line } of documents)
      assert.match((await lineOf(files.brand, line)) ?? '', new RegExp(`"${key}":`))
    assert.ok(documents.every(({ isSample }) => isSample))
    for (const { line } of plans) assert.match((await lineOf(files.catalogue, line)) ?? '', /\{/)
    assert.equal(plans[0]?.name, 'analytics-trial')
    const text = await (await administrator.get('/api/v1/settings')).text()
    assert.doesNotMatch(text, /sk_|whsec_|secret/i)
  })
})

describe('the samples of emails', () => {
  test('include every email that this server sends, in each language [10.69]', async () => {
    const english = await samplesIn('en')
    // Only people with an account at another identity provider get the invitation to sign up.
    const kinds = mailKinds.filter((kind) => kind !== 'sign-up')
    assert.deepEqual([...new Set(english.map(({ kind }) => kind))], kinds)
    assert.equal(new Set(english.map(({ id }) => id)).size, english.length)
    for (const language of languages) {
      const samples = await samplesIn(language)
      assert.deepEqual(
        samples.map(({ id }) => id),
        english.map(({ id }) => id),
      )
      const { id, subject } = samples.find(({ kind }) => kind === 'receipt') ?? assert.fail()
      const path = `/api/v1/settings/mails/${id}`
      const sample = await read<{ subject: string }>(administrator, `${path}?language=${language}`)
      assert.equal(sample.subject, subject)
      const html = await (await administrator.get(`${path}/html?language=${language}`)).text()
      assert.ok(html.includes(`<html lang="${language}">`), id)
    }
  })

  test('run no script, link nowhere, and can be framed by this site only [10.71]', async () => {
    const answer = await administrator.get('/api/v1/settings/mails/receipt-1/html')
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none';.*frame-ancestors 'self'; sandbox$/)
    assert.equal(answer.headers.get('x-frame-options'), 'SAMEORIGIN')
    assert.match(await answer.text(), /<head><base target="_blank" \/>/)
  })

  test('return 404 for an unknown name, and 400 for an unknown language [10.70]', async () => {
    const statusOf = async (path: string) => (await administrator.get(`/api/v1/settings/mails/${path}`)).status
    assert.equal(await statusOf('receipt-99'), 404)
    assert.equal(await statusOf('receipt-99/html'), 404)
    assert.equal(await statusOf('../settings'), 404)
    assert.equal(await statusOf('receipt-1?language=xx'), 400)
    assert.equal((await administrator.post('/api/v1/settings/mails/receipt-1/test', {})).status, 400)
  })

  test('are sent to the caller, with “Test:” before the subject and a line in the audit [10.72]', async () => {
    const [sample] = (await samplesIn('de')).filter(({ kind }) => kind === 'trial-reminder')
    assert.ok(sample)
    const answer = await administrator.post(`/api/v1/settings/mails/${sample.id}/test`, { language: 'de' })
    assert.equal(answer.status, 204)
    const mail = await shop.mailTo('admin@shop.example', `Test: ${sample.subject}`)
    assert.match(mail.html, /<html lang="de">/)
    const [line] = await read<{ act: string; by: string; changes: object[] }[]>(
      administrator,
      '/api/v1/audit?act=send-test-mail',
    )
    assert.deepEqual(line && [line.by, line.changes], [
      'admin@shop.example',
      [{ field: 'mail', before: '', after: sample.subject }],
    ])
  })

  test('can be sent a limited number of times an hour', async () => {
    const strict = await givenAShop({ ...atTheHour, RATE_LIMIT_FACTOR: '0.1' })
    const visitor = await givenAnAdministrator(strict)
    const statuses = new Set<number>()
    const max = rateLimits.testMailsPerAccount.max * 0.1
    for (let count = 0; count < max; count += 1)
      statuses.add((await visitor.post('/api/v1/settings/mails/erasure-1/test', { language: 'en' })).status)
    assert.deepEqual([...statuses], [204])
    const refused = await visitor.post('/api/v1/settings/mails/erasure-1/test', { language: 'en' })
    assert.equal(refused.status, 409)
    assert.equal(((await refused.json()) as { code: string }).code, 'MAIL_LIMIT')
  })
})
