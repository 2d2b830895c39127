import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { givenARegistration, givenAShop, givenATrialUser } from '../../support/given.ts'

const folder = mkdtempSync(join(tmpdir(), 'tillhouse-brand-'))
cpSync(join(import.meta.dirname, '../../../brand'), folder, { recursive: true })
const own = JSON.parse(readFileSync(join(folder, 'brand.json'), 'utf8')) as object
writeFileSync(join(folder, 'brand.json'), JSON.stringify({ ...own, reviewTimes: { en: 'one working day' } }))

const shop = await givenAShop({ BRAND: join(folder, 'brand.json') })
const file = (name: string) => readFile(join(import.meta.dirname, '../../../brand', name))
const bytesAt = async (address: string) => {
  const answer = await fetch(new URL(address, shop.url))
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('the logo of the brand is in the header and is the icon of the tab', async () => {
  const page = await (await fetch(shop.url)).text()
  const [, mark = ''] = /<header[\s\S]*?<img src="([^"]+)" alt=""/.exec(page) ?? []
  const { answer, bytes } = await bytesAt(mark)
  assert.equal(answer.headers.get('content-type'), 'image/svg+xml; charset=utf-8')
  assert.match(answer.headers.get('cache-control') ?? '', /immutable/)
  assert.deepEqual(bytes, await file('mark.svg'))
  assert.deepEqual((await bytesAt('/favicon.svg')).bytes, await file('mark.svg'))
})

test('a link to the shop has a preview picture and the title of the page', async () => {
  const page = await (await fetch(`${shop.url}/plans`)).text()
  const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(page) ?? []
  assert.ok(image.startsWith('http'), 'other sites need the whole address')
  const { answer, bytes } = await bytesAt(image)
  assert.equal(answer.headers.get('content-type'), 'image/png')
  assert.deepEqual(bytes, await file('social.png'))
  assert.match(page, /<meta property="og:title" content="Buy \| Parallax Analytics"/)
})

test('emails begin with the picture of the brand, with its name as alternative text', async () => {
  const { email } = await givenARegistration(shop)
  const { html } = await shop.mailTo(email)
  const [, header = ''] = /<img src="([^"]+-mailHeader\.png)" alt="Parallax Analytics" height="28"/.exec(html) ?? []
  const { answer, bytes } = await bytesAt(header)
  assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin', 'mail programs show it too')
  assert.deepEqual(bytes, await file('mail-header.png'))
})

test('the address of a picture in an earlier email leads to the picture that replaced it', async () => {
  const { answer, bytes } = await bytesAt('/brand/0123456789-mailHeader.jpg')
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin')
  assert.deepEqual(bytes, await file('mail-header.png'))
  const redirect = await fetch(`${shop.url}/brand/0123456789-mailHeader.jpg`, { redirect: 'manual' })
  assert.equal(redirect.headers.get('cache-control'), 'public, max-age=60')
  for (const name of ['0123456789-logo.svg', '0123456789-name.svg', 'mailHeader.png', '0123456789-files.png'])
    assert.equal((await bytesAt(`/brand/${name}`)).answer.status, 404, name)
})

test('legal documents have titles in the language of the page, also on the sign-in pages, and the company has its legal name', async () => {
  const german = { 'accept-language': 'de' }
  for (const path of ['/', '/api/v1/login?redirect_url=/account']) {
    const visitor = shop.visitor()
    const page = await (await visitor.request(path, { follow: true, headers: german })).text()
    const [, footer = ''] = /<footer([\s\S]*)<\/footer>/.exec(page) ?? []
    assert.match(footer, /© Parallax Analytics Ltd\./, path)
  }
  const page = await (await shop.visitor().get('/', german)).text()
  assert.match(page, /Endbenutzer-Lizenzvertrag[\s\S]*Datenschutzerklärung/)
  assert.match(await (await shop.visitor().get('/')).text(), /End user license agreement[\s\S]*Privacy policy/)
})

test('the pending page states how long reviews take if the brand file does, in its languages', async () => {
  const { visitor } = await givenATrialUser(shop, { email: 'how.long@gmail.com' })
  assert.match(await (await visitor.get('/pending')).text(), /Reviews usually take one working day\./)
  const german = await (await visitor.get('/pending', { 'accept-language': 'de' })).text()
  assert.doesNotMatch(german, /Eine Prüfung dauert üblicherweise/)
})

test('the brand’s colours are in the page, and scripts load after what the first text needs', async () => {
  const answer = await fetch(`${shop.url}/plans`)
  const page = await answer.text()
  const [, allowed] = /style-src 'self' 'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '') ?? []
  const [, nonce, css = ''] = /<style nonce="([^"]+)">([^<]*)<\/style>/.exec(page) ?? []
  assert.equal(nonce, allowed)
  assert.match(css, new RegExp(`--accent-h:${(own as { accentHue: number }).accentHue}\\b`))
  assert.equal(page.match(/<link rel="stylesheet"/g)?.length, 1, 'the only request that holds up the first text')
  const scripts = page.match(/<link rel="modulepreload"[^>]*>|<script type="module"[^>]*>/g) ?? []
  assert.ok(scripts.length > 1)
  for (const script of scripts) assert.match(script, /fetchpriority="low"/)
})

test('no other file of the brand folder is served', async () => {
  for (const path of ['/brand/brand.json', '/brand/catalogue.json', '/brand/mark.svg', '/brand/..%2fpackage.json'])
    assert.equal((await fetch(shop.url + path)).status, 404, path)
})
