import assert from 'node:assert/strict'
import { test } from 'vitest'
import { givenAShop } from '../../support/given.ts'

const shop = await givenAShop()

test('public texts are sent compressed, and with 304 to a client that has them', async () => {
  const page = await (await fetch(shop.url)).text()
  const stylesheet = /href="(\/brand[^"]*\.css)"/.exec(page)?.[1]
  const texts = ['/openapi.json', '/sitemap.xml', '/robots.txt', '/favicon.svg', ...(stylesheet ? [stylesheet] : [])]
  for (const path of texts) {
    const first = await fetch(shop.url + path, { headers: { 'accept-encoding': 'br' } })
    assert.equal(first.status, 200, path)
    assert.equal(first.headers.get('content-encoding'), 'br', path)
    assert.equal(first.headers.get('vary'), 'accept-encoding', path)
    const etag = first.headers.get('etag') ?? ''
    assert.match(etag, /^"[\w-]+"$/, path)
    assert.ok((await first.text()).length > 0, path)
    const again = await fetch(shop.url + path, { headers: { 'if-none-match': etag } })
    assert.equal(again.status, 304, path)
  }
})
