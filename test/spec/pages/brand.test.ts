import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { givenARegistration, givenAShop } from '../../support/given.ts'

const shop = await givenAShop()
const file = (name: string) => readFile(join(import.meta.dirname, '../../../brand', name))
const bytesAt = async (address: string) => {
  const answer = await fetch(new URL(address, shop.url))
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('the mark of the brand stands in the header and is the icon of the tab', async () => {
  const page = await (await fetch(shop.url)).text()
  const [, mark = ''] = /<header[\s\S]*?<img src="([^"]+)" alt=""/.exec(page) ?? []
  const { answer, bytes } = await bytesAt(mark)
  assert.equal(answer.headers.get('content-type'), 'image/svg+xml; charset=utf-8')
  assert.match(answer.headers.get('cache-control') ?? '', /immutable/)
  assert.deepEqual(bytes, await file('mark.svg'))
  assert.deepEqual((await bytesAt('/favicon.svg')).bytes, await file('mark.svg'))
})

test('a link to the shop shows its picture elsewhere, with the title of the page', async () => {
  const page = await (await fetch(`${shop.url}/plans`)).text()
  const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(page) ?? []
  assert.ok(image.startsWith('http'), 'other sites need the whole address')
  const { answer, bytes } = await bytesAt(image)
  assert.equal(answer.headers.get('content-type'), 'image/png')
  assert.deepEqual(bytes, await file('social.png'))
  assert.match(page, /<meta property="og:title" content="Buy \| Parallax Analytics"/)
})

test('emails begin with the picture of the brand, named for those who see none', async () => {
  const { email } = await givenARegistration(shop)
  const { html } = await shop.mailTo(email)
  const [, header = ''] = /<img src="([^"]+mail-header\.png)" alt="Parallax Analytics" height="28"/.exec(html) ?? []
  const { answer, bytes } = await bytesAt(header)
  assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin', 'mail programs show it too')
  assert.deepEqual(bytes, await file('mail-header.png'))
})

test('nothing else of the folder is served', async () => {
  for (const path of ['/brand/brand.json', '/brand/catalogue.json', '/brand/mark.svg', '/brand/..%2fpackage.json'])
    assert.equal((await fetch(shop.url + path)).status, 404, path)
})
