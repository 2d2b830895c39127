import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import type { Output } from '../../../contract/contract.ts'
import { readBrand } from '../../../server/operator-files.ts'
import { read } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { eventually, givenARegistration, givenAnAdministrator, givenAShop } from '../../support/given.ts'

const folder = mkdtempSync(join(tmpdir(), 'tillhouse-brand-'))
cpSync(join(import.meta.dirname, '../../../brand'), folder, { recursive: true })
const brandFile = join(folder, 'brand.json')
const own = JSON.parse(readFileSync(brandFile, 'utf8')) as Record<string, unknown>
// Without pictures, emails and tabs show the name and the colour.
const plain = { ...own, mark: null, mailHeader: null }
writeFileSync(brandFile, JSON.stringify(plain, null, 2))

const cluster = await useCluster()
const shop = await givenAShop({ BRAND: brandFile }, cluster)
// Without PUBLIC_URL: with the address of the first one, it would redirect there.
const other = await givenAShop({ BRAND: brandFile, DATABASE_URL: shop.databaseUrl }, cluster)
const administrator = await givenAnAdministrator(shop)

type Brand = Output<'GET /api/v1/settings/brand'>
type Change = Output<'GET /api/v1/settings/brand/changes'>[number]
type Values = Partial<Brand['file']>
const path = '/api/v1/settings/brand'
const brandNow = () => read<Brand>(administrator, path)
const changes = () => read<Change[]>(administrator, `${path}/changes`)
const pageOf = async (at = '/', language = 'en', from = shop.url) =>
  (await fetch(from + at, { headers: { 'accept-language': language } })).text()

async function save(values: Values, version?: number) {
  const { version: now } = await brandNow()
  return administrator.post(path, { version: version ?? now, values })
}

async function saved(values: Values): Promise<void> {
  const answer = await save(values)
  assert.equal(answer.status, 204, await answer.text())
}

describe('the brand', () => {
  test('has the values of its file, with their lines, until one is changed [10.83]', async () => {
    const { version, file, overrides, lines } = await brandNow()
    assert.deepEqual([version, overrides], [0, {}])
    const text = readFileSync(brandFile, 'utf8').split('\n')
    for (const [field, key] of [
      ['name', 'name'],
      ['accentHue', 'accentHue'],
      ['imprint', 'imprint'],
      ['questions', 'questions'],
    ] as const)
      assert.match(text[(lines[field] ?? 0) - 1] ?? '', new RegExp(`"${key}":`), field)
    assert.equal(lines.announcements, null, 'the file does not state it')
    assert.deepEqual([file.name, file.accentHue, file.imprint?.title], ['Parallax Analytics', 265, 'Imprint'])
    assert.deepEqual(await changes(), [])
  })

  test('changes in pages, sign-in, colours, icon, emails and OpenAPI immediately [10.84]', async () => {
    for (const path of ['/openapi.json', '/docs/api']) assert.match(await pageOf(path), /Parallax Analytics/)
    await saved({
      name: 'Northwind',
      accentHue: 30,
      accentChroma: 0.12,
      supportEmail: 'help@northwind.example',
      imprint: { title: 'About us', address: 'https://northwind.example/imprint', translations: {} },
      announcements: { en: 'Closed on <Monday>' },
      questions: { en: [{ question: 'Why <now>?', answer: 'One.\nTwo.' }] },
    })
    assert.match(await pageOf('/plans'), /Why &lt;now&gt;\?/)
    assert.doesNotMatch(await pageOf('/plans'), /What does “one named user” mean/)
    const page = await pageOf()
    assert.match(page, /<title>Try \| Northwind<\/title>/)
    assert.match(page, /--accent-h:30;--accent-c:0\.12/)
    assert.match(page, /<aside class="announcement" aria-label="Announcement">Closed on &lt;Monday&gt;<\/aside>/)
    assert.match(page, /href="https:\/\/northwind\.example\/imprint">About us</)
    assert.match(page, /mailto:help@northwind\.example/)
    assert.doesNotMatch(await pageOf('/', 'de'), /class="announcement"/)
    const signIn = await (await shop.visitor().request('/api/v1/login?redirect_url=/account', { follow: true })).text()
    assert.match(signIn, /<title>[^<]*\| Northwind<\/title>[\s\S]*Closed on &lt;Monday&gt;/)
    const [, styles = ''] = /<link rel="stylesheet" href="(\/brand-[^"]+)"/.exec(signIn) ?? []
    assert.match(await pageOf(styles), /^:root\{--accent-h:30;--accent-c:0\.12;/)
    assert.match(await pageOf('/favicon.svg'), /oklch\(0\.5 0\.12 30\)[\s\S]*>N</)
    const { email } = await givenARegistration(shop)
    const mail = await shop.mailTo(email)
    assert.match(`${mail.subject} ${mail.html}`, /Northwind[\s\S]*mailto:help@northwind\.example/)
    assert.doesNotMatch(mail.html, /Parallax Analytics</)
    // The picture at the top shows the name of the file.
    assert.doesNotMatch(mail.html, /<img/)
    assert.match(await pageOf('/docs/api'), /Northwind/)
    const openApi = (await (await fetch(`${shop.url}/openapi.json`)).json()) as { info: { title: string } }
    assert.equal(openApi.info.title, 'Northwind')
  })

  test('changes at other instances within seconds, and pages of either version find their styles', async () => {
    await saved({ name: 'Contoso', accentHue: 111 })
    await eventually('the new name', async () => (await pageOf('/', 'en', other.url)).includes('| Contoso</title>'))
    for (const from of [shop.url, other.url])
      for (const hue of [111, 265]) {
        const answer = await fetch(`${from}/brand-${hue}-0.17-260.css`)
        assert.match(await answer.text(), new RegExp(`--accent-h:${hue};`))
        assert.match(answer.headers.get('cache-control') ?? '', /immutable/)
      }
    for (const wrong of ['x', '1-2', '1e9-0-0', '1-2-3-4', '<-0-0'])
      assert.equal((await fetch(`${shop.url}/brand-${encodeURIComponent(wrong)}.css`)).status, 404, wrong)
  })

  test('has no imprint if it was removed, and the file’s value if a change was reverted', async () => {
    await saved({ name: 'Contoso', imprint: null })
    assert.doesNotMatch(await pageOf(), />Imprint</)
    await saved({ name: 'Contoso' })
    assert.match(await pageOf(), />Imprint</)
  })
})

describe('a change of the brand', () => {
  test('is checked by the rules of the brand file, with faults at the field, and then changes nothing', async () => {
    const before = await brandNow()
    for (const [values, field, message] of [
      [{ name: 'x'.repeat(61) }, 'values.name', 'Length should be less than 61 characters'],
      [{ accentHue: 361 }, 'values.accentHue', 'Invalid value'],
      [
        { imprint: { title: 'X', address: '//evil.example', translations: {} } },
        'values.imprint.address',
        'Enter a path on this site, such as /imprint, or an https address',
      ],
    ] as const) {
      const answer = await save(values)
      assert.equal(answer.status, 400, field)
      assert.deepEqual(
        ((await answer.json()) as { errors: { field: string; message: string }[] }).errors.map((one) => [
          one.field,
          one.message,
        ]),
        [[field, message]],
      )
    }
    assert.deepEqual(await brandNow(), before)
  })

  test('by two administrators at once: the second gets 409 with who and when, and nothing is lost [10.84]', async () => {
    const { version } = await brandNow()
    const answers = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map(async (name) => ({ name, answer: await save({ name }, version) })),
    )
    const [won, ...more] = answers.filter(({ answer }) => answer.status === 204)
    assert.ok(won)
    assert.deepEqual(more, [])
    for (const { answer } of answers.filter((one) => one !== won)) {
      assert.equal(answer.status, 409)
      const body = (await answer.json()) as { code: string; message: string; changedBy: string }
      assert.deepEqual([body.code, body.changedBy], ['BRAND_CHANGED', 'admin@shop.example'])
      assert.match(
        body.message,
        /^The brand was changed in the meantime, so nothing was saved\. Last changed by admin@/,
      )
    }
    const after = await brandNow()
    assert.deepEqual([after.version, after.overrides.name], [version + 1, won.name])
    assert.equal((await save({ name: 'Five' }, version + 5)).status, 409, 'a version that is still to come')
  })

  test('is in the history and the audit with the old and new text, unless nothing changed, and can be restored [10.83]', async () => {
    await saved({})
    await saved({ name: 'Before', announcements: { en: 'Hello' } })
    const { version } = await brandNow()
    await saved({ name: 'After', questions: { en: [{ question: 'Q?', answer: 'A.' }] } })
    const [newest] = await changes()
    await saved({ name: 'After', questions: { en: [{ question: 'Q?', answer: 'A.' }] } })
    assert.deepEqual((await changes())[0], newest, 'nothing changed')
    assert.deepEqual([newest?.by, newest?.number, newest?.restored], ['admin@shop.example', version + 1, null])
    const lines = newest?.changes ?? []
    assert.deepEqual(
      lines.filter(({ field }) => field !== 'question'),
      [
        { field: 'brandName', before: 'Before', after: 'After' },
        { field: 'announcement', before: 'en: Hello', after: '' },
      ],
    )
    assert.deepEqual(
      lines.find(({ after }) => after === 'en: Q? A.'),
      {
        field: 'question',
        before: '',
        after: 'en: Q? A.',
      },
    )
    const [line] = await read<{ act: string; changes: object[] }[]>(administrator, '/api/v1/audit?act=change-brand')
    assert.deepEqual(line?.changes, lines)

    const restored = await administrator.post(`${path}/restore`, { version: version + 1, number: version })
    assert.equal(restored.status, 204)
    const { overrides } = await brandNow()
    assert.deepEqual(overrides, { name: 'Before', announcements: { en: 'Hello' } })
    assert.equal((await changes())[0]?.restored, version)
    const unknown = await administrator.post(`${path}/restore`, { version: version + 2, number: 4711 })
    assert.equal(unknown.status, 404)
    assert.equal((await administrator.post(`${path}/restore`, { version, number: version })).status, 409)
    assert.equal((await administrator.post(`${path}/restore`, { version: version + 2, number: 0 })).status, 204)
    assert.deepEqual((await brandNow()).overrides, {})
  })

  test('takes as many and as long questions as the rules allow', async () => {
    const questions = {
      en: Array.from({ length: 50 }, () => ({ question: 'é'.repeat(200), answer: '答'.repeat(2000) })),
    }
    await saved({ questions })
    assert.deepEqual((await brandNow()).overrides.questions, questions)
    await saved({})
  })

  test('is listed page by page', async () => {
    const all = await changes()
    const first = await administrator.get(`${path}/changes?limit=2`)
    const page = (await first.json()) as Change[]
    assert.deepEqual(page, all.slice(0, 2))
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? []
    assert.deepEqual((await read<Change[]>(administrator, next)).slice(0, 1), all.slice(2, 3))
  })
})

test('is saved even if it cannot be read afterwards, and is in force once it can', async () => {
  const role = decodeURIComponent(new URL(shop.databaseUrl).username)
  // The right to read goes with the commit.
  await shop.sql(`create function no_reading() returns trigger language plpgsql security definer
    as 'begin revoke select on brand_changes from ${role}; return null; end'`)
  await shop.sql(`create constraint trigger no_reading after insert on brand_changes deferrable initially deferred
    for each row execute function no_reading()`)
  try {
    await saved({ name: 'Read Later Ltd' })
  } finally {
    await shop.sql('drop function no_reading() cascade')
    await shop.sql(`grant select on brand_changes to ${role}`)
  }
  await eventually('the name on the page', async () => (await pageOf()).includes('Read Later Ltd'))
  await saved({})
})

test('the exported brand file starts the server and contains the changes [10.85]', async () => {
  const imprint = { title: 'Imprint', address: '/imprint', translations: { de: { title: 'Impressum' } } }
  await saved({ name: 'Exported', imprint, announcements: { de: 'Neu' }, questions: {} })
  const answer = await administrator.get(`${path}/file`)
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="brand\.json"$/)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  const text = await answer.text()
  const content = JSON.parse(text) as typeof own
  const { legalPages, ...fields } = content as { legalPages: { imprint: object; terms: object } }
  assert.deepEqual(legalPages.imprint, imprint)
  assert.deepEqual(legalPages.terms, (own as { legalPages: { terms: object } }).legalPages.terms)
  const { legalPages: _, ...before } = plain as unknown as { legalPages: object }
  assert.deepEqual(fields, { ...before, name: 'Exported', announcements: { de: 'Neu' }, questions: {} })
  writeFileSync(join(folder, 'exported.json'), text)
  assert.equal((await readBrand(join(folder, 'exported.json'))).name, 'Exported')
})

test('a stored value that a later release rejects is ignored with a warning, and the shop starts', async () => {
  await saved({ name: 'Still there', accentHue: 12 })
  await shop.sql(`update brand_changes set overrides = overrides || '{"accentHue": 999}'
    where number = (select max(number) from brand_changes)`)
  await shop.restart()
  assert.match(await pageOf(), /--accent-h:265;[\s\S]*\| Still there|\| Still there[\s\S]*--accent-h:265;/)
  assert.ok(shop.log.some((line) => line.includes('no longer valid') && line.includes('accentHue')))
})
