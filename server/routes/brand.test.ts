import assert from 'node:assert/strict'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { it } from 'vitest'
import type { BrandFile } from '../../domain/catalogue/brand.ts'
import { readBrand } from '../operator-files.ts'
import { addBrandRoutes, brandStyles, favicon } from './brand.ts'

it('the brand’s colours have an address that changes with them', async () => {
  const brand = await readBrand(join(import.meta.dirname, '../../brand/brand.json'))
  const other = brandStyles({ ...brand, accentHue: brand.accentHue + 1 })
  assert.notEqual(brandStyles(brand).address, other.address)
  assert.match(other.css, /--accent-h:266/)
})

it.each([
  ['<Ümlaut>', 'Ü'],
  ['Überblick 42', 'Ü'],
  ['… 42', '4'],
  ['Яблоко', 'Я'],
  ['東京', '東'],
  ['<>', 'T'],
])('without a mark the icon of %s is its first letter or digit: %s', async (name, letter) => {
  const brand = await readBrand(join(import.meta.dirname, '../../brand/brand.json'))
  assert.match(favicon({ ...brand, name }), new RegExp(`>${letter}</text>`))
})

it('the icon is the mark: a drawing, a bitmap, or a redirect to another site’s', async () => {
  const brand = await readBrand(join(import.meta.dirname, '../../brand/brand.json'))
  const iconOf = async (change: Partial<BrandFile>) => {
    const app = fastify()
    addBrandRoutes(app, { brand: { ...brand, ...change } })
    const { headers, rawPayload } = await app.inject('/favicon.svg')
    await app.close()
    return { type: headers['content-type'], location: headers.location, content: rawPayload }
  }
  const contentOf = (address: string | null | undefined) => Buffer.from(brand.files.get(address ?? '')?.bytes ?? [])
  const drawing = { type: 'image/svg+xml; charset=utf-8', location: undefined, content: contentOf(brand.mark) }
  assert.deepEqual(await iconOf({}), drawing)
  // Any bitmap of the folder will do.
  const bitmap = { type: 'image/png', location: undefined, content: contentOf(brand.mailHeader) }
  assert.deepEqual(await iconOf({ mark: brand.mailHeader ?? null }), bitmap)
  assert.equal((await iconOf({ mark: 'https://cdn.example/mark.png' })).location, 'https://cdn.example/mark.png')
})
