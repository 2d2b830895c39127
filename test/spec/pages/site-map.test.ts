import assert from 'node:assert/strict'
import { test } from 'vitest'
import { interfaceLimits } from '../../../domain/limits.ts'
import { crawl, type Answer } from '../../support/crawl.ts'
import { givenAShop } from '../../support/given.ts'

const shop = await givenAShop()
const visitor = shop.visitor()

async function ask(path: string): Promise<Answer> {
  const answer = await visitor.get(path)
  return { status: answer.status, location: answer.headers.get('location') ?? undefined, body: await answer.text() }
}

/** A site of pages that each link to the next. */
const chain = async (path: string): Promise<Answer> => {
  const at = Number(path.split('/').at(-1)) || 0
  return { status: 200, body: `<a class="x" href="/plans/${at + 1}">on</a>` }
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

test('the crawl stops at the given depth, and follows redirects and circles no further [9.16]', async () => {
  const { pages } = await crawl(chain, interfaceLimits.prerenderDepth)
  assert.equal(pages.at(-1), '/plans/20')
  const circle = async (path: string): Promise<Answer> =>
    path === '/' ? { status: 302, location: '/try', body: '' } : { status: 302, location: '/', body: '' }
  assert.deepEqual(await crawl(circle, 3), { pages: [], dead: [], others: [] })
})

test('a failing page counts as dead, and links off the site or to other files are not requested', async () => {
  const asked: string[] = []
  const site = async (path: string): Promise<Answer> => {
    asked.push(path)
    const links = ['/plans/x?a=1&amp;b=2', '//evil.example/try', 'mailto:a@b.example', '/files/a.zip', '#register']
    return path === '/'
      ? { status: 200, body: links.map((link) => `<a href="${link}">x</a>`).join('') }
      : { status: 503, body: '' }
  }
  assert.deepEqual(await crawl(site, 20), { pages: ['/'], dead: ['/plans/x?a=1&b=2'], others: ['/files/a.zip'] })
  assert.deepEqual(asked, ['/', '/plans/x?a=1&b=2'])
})
