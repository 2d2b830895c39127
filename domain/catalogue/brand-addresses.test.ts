import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { brandFaults, page, sampleBrand } from '../../test/support/brand-faults.ts'
import { brandShape } from './brand-shape.ts'

describe('the address of a legal page', () => {
  const faultsOf = (address: string) => brandFaults({ legalPages: { terms: { ...page, address } } })

  test.each([
    '/terms',
    '/a',
    '/terms/2026?page=1#top',
    '/a//b',
    '/Geschäftsbedingungen',
    'https://x',
    'https://northwind.example/terms',
    `/${'a'.repeat(499)}`,
  ])('can be %s', (address) => {
    assert.deepEqual(faultsOf(address), [])
  })

  test.each([
    '',
    '/',
    'terms',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/a b',
    '/a\n',
    '/a\u0000',
    ' /terms',
    'x/terms',
    'https:/terms',
    'https://',
    'https:// x',
    'https://x y',
    'http://northwind.example',
    'HTTPS://northwind.example',
    'javascript:alert(1)',
    'javascript:https://x',
    'mailto:help@northwind.example',
  ])('cannot be %j', (address) => {
    assert.deepEqual(faultsOf(address), [['legalPages.terms.address', { code: 'pageAddress' }]])
  })

  test('has at most 500 characters', () => {
    assert.deepEqual(
      faultsOf(`/${'a'.repeat(500)}`).map(([field]) => field),
      ['legalPages.terms.address'],
    )
  })

  test('leads to this site or to an https address, whatever is accepted', () => {
    const part = fc.constantFrom('/', '\\', ':', '.', '@', 'https:', 'javascript:', 'data:', '\t', '\n', ' ', 'a', '?')
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
        const address = parts.join('')
        if (faultsOf(address).length > 0 || !URL.canParse(address, 'http://shop.example')) return
        const { protocol, origin } = new URL(address, 'http://shop.example')
        assert.ok(protocol === 'https:' || origin === 'http://shop.example', address)
      }),
      { numRuns: 500 },
    )
  })
})

const pictureFault = 'must be an https address, or the name of an svg, png, webp or jpg file beside the brand file'
const logoFault =
  'must be an https address, a path on this site, or the name of an svg, png, webp or jpg file beside the brand file'

describe.each([
  ['logo', logoFault],
  ['mark', pictureFault],
  ['socialImage', pictureFault],
  ['mailHeader', pictureFault],
])('the picture %s', (field, message) => {
  test('is a file beside the brand file or an https address, or absent', () => {
    const accepted = [
      'mark.svg',
      'm.png',
      'my_mark-2.webp',
      'M.jpg',
      'https://x',
      'https://cdn.example/a.gif?b#c',
      null,
    ]
    for (const value of accepted) assert.deepEqual(brandFaults({ [field]: value }), [], String(value))
    const { [field]: _, ...others } = sampleBrand
    assert.equal((brandShape.parse(others) as Record<string, unknown>)[field], null)
  })

  test('is no other file and no other address', () => {
    for (const value of [
      '',
      'mark',
      '.svg',
      'mark.gif',
      'mark.SVG',
      'mark.svg.exe',
      'a b.svg',
      'mark,svg',
      '../mark.svg',
    ])
      assert.deepEqual(brandFaults({ [field]: value }), [[field, message]], value)
    for (const value of [
      '//evil.example/mark.svg',
      '/\\evil.example/mark.svg',
      'javascript:alert(1)',
      'Our logo',
      'https://',
      'http://x/mark.svg',
      'file://mark.svg',
      'xhttps://x',
      'data:,mark.svg',
    ])
      assert.deepEqual(brandFaults({ [field]: value }), [[field, message]], value)
  })
})

test('only the logo can be a path on this site', () => {
  assert.deepEqual(brandFaults({ logo: '/assets/logo.png?1' }), [])
  for (const field of ['mark', 'socialImage', 'mailHeader'])
    assert.deepEqual(brandFaults({ [field]: '/mark.svg' }), [[field, pictureFault]])
})
