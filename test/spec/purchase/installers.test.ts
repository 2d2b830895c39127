import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtemp, open, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { eventually, givenAShop, givenATrialUser } from '../../support/given.ts'
import { aCatalogueIn } from '../../support/catalogue-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'tillhouse-installers-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const cdnKey = 'a key that the CDN of the tests knows too'
const CATALOGUE = aCatalogueIn(folder, ({ products }) => {
  const statistics = products.find(({ key }) => key === 'statistics') ?? assert.fail()
  statistics.installer = { windows: 'https://cdn.example/win/setup.exe', linux: 'https://cdn.example/linux?file=a%20b' }
})

const shop = await givenAShop({ CATALOGUE, INSTALLER_CDN_KEY: cdnKey })
const { visitor } = await givenATrialUser(shop)

type Offer = {
  link: string
  fileName?: string
  size?: number
  sha256?: string
  system: string | null
  systems: string[]
}
const mac = { 'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15' }
const offer = async (query = '', headers: Record<string, string> = {}, product = 'analytics') => {
  const answer = await visitor.get(`/api/v1/download/${product}${query}`, headers)
  assert.equal(answer.status, 200)
  return (await answer.json()) as Offer
}

test('the offered installer is the one for the visitor’s system, otherwise the first, or another on request; its link works for its system only', async () => {
  assert.deepEqual((await offer('', mac)).fileName, 'parallax-analytics.dmg')
  assert.deepEqual((await offer('', { 'sec-ch-ua-platform': '"Linux"' })).fileName, 'parallax-analytics.AppImage')
  assert.equal((await offer('', mac, 'statistics')).system, 'windows')
  assert.equal((await visitor.get('/api/v1/download/analytics?system=beos')).status, 400)
  const { link, ...chosen } = await offer('?system=windows', mac)
  assert.deepEqual(
    [chosen.fileName, chosen.system, chosen.systems],
    ['parallax-analytics-setup.exe', 'windows', ['windows', 'macos', 'linux']],
  )
  assert.match((await visitor.get(link)).headers.get('content-disposition') ?? '', /parallax-analytics-setup\.exe/)
  for (const address of [link.replace('windows', 'macos'), link.replace('system=windows&', ''), `${link}&system=macos`])
    assert.equal((await visitor.get(address)).status, 403, address)
})

test('each installer is named with its checksum, the visitor’s own first, also without scripts', async () => {
  const facts = await visitor.get('/api/v1/plans/analytics-trial/installer', mac)
  const { files } = (await facts.json()) as { files: { fileName: string; system: string; sha256: string }[] }
  assert.deepEqual(
    files.map(({ system }) => system),
    ['macos', 'windows', 'linux'],
  )
  assert.equal(new Set(files.map(({ sha256 }) => sha256)).size, 3)
  const page = await visitor.get('/plans/analytics-trial/confirmation', { accept: 'text/html', ...mac })
  const html = await page.text()
  for (const { sha256 } of files) assert.ok(html.includes(`<code class="anywhere">${sha256}</code>`), sha256)
})

test('an address on a CDN is passed on with a signature that its edge can verify', async () => {
  for (const [system, path, query] of [
    ['windows', '/win/setup.exe', '?'],
    ['linux', '/linux', '?file=a+b&'],
  ] as const) {
    const { link, size } = await offer(`?system=${system}`, {}, 'statistics')
    assert.equal(size, undefined)
    const answer = await visitor.get(link)
    assert.equal(answer.status, 302)
    const address = new URL(answer.headers.get('location') ?? '')
    assert.deepEqual([address.origin, address.pathname], ['https://cdn.example', path])
    const expires = address.searchParams.get('expires') ?? ''
    const offered = Number(new URLSearchParams(link.split('?')[1]).get('offered'))
    assert.equal(Number(expires), Math.floor(offered / 1000) + 12 * 3600)
    const signed = createHmac('sha256', cdnKey).update(`${path}${query}expires=${expires}`).digest('base64url')
    assert.equal(address.searchParams.get('signature'), signed)
  }
})

test('a file of several gigabytes is offered immediately and sent in parts; twenty downloads together need no extra memory', async () => {
  const size = 2_200_000_000
  const path = join(shop.dataDir, 'installers', 'parallax-analytics.dmg')
  const file = await open(path, 'w')
  await file.truncate(size)
  await file.write('the end', size - 7)
  await file.close()
  const { link, size: said, sha256 } = await offer('', mac)
  assert.deepEqual([said, sha256], [size, undefined], 'the checksum is not waited for')
  const end = await visitor.get(link, { range: `bytes=${size - 7}-` })
  assert.deepEqual([end.status, await end.text()], [206, 'the end'])

  const before = process.memoryUsage().rss
  let most = 0
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const answer = await visitor.get(link)
      assert.equal(Number(answer.headers.get('content-length')), size)
      let got = 0
      for await (const chunk of answer.body ?? []) {
        got += (chunk as Uint8Array).length
        most = Math.max(most, process.memoryUsage().rss)
        if (got > 4_000_000) break
      }
    }),
  )
  // What is sent here may be in memory twice, until it is collected; the files are 44 GB.
  assert.ok(most - before < 500_000_000, `${((most - before) / 1e6).toFixed(0)} MB more`)
  // Truncates it, so that the gigabytes need not be read to the end.
  await truncate(path, 1_000)
  const whole = await eventually('the checksum', async () => (await offer('', mac)).sha256, 180_000)
  assert.match(whole, /^[0-9a-f]{64}$/)
})
