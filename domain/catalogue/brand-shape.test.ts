import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { asked, brandFaults, page, sampleBrand } from '../../test/support/brand-faults.ts'
import { brandOverridesShape, brandShape, brandValuesShape } from './brand-shape.ts'

describe('the brand file', () => {
  /** Values at the limits of a field, and beyond them. */
  const limits: [field: string, accepted: unknown[], rejected: unknown[]][] = [
    ['accentHue', [0, 12.5, 360], [-0.1, 360.1, '250', null]],
    ['accentChroma', [0, 0.25], [-0.01, 0.251]],
    ['neutralHue', [0, 360], [-0.1, 360.1]],
    ['legalName', ['', 'Northwind Ltd'], [1, null]],
    ['logo', [null, '/logo.svg', 'logo.png', 'https://x/l.svg'], [1, '', 'javascript:alert(1)']],
    ['sellerAddress', ['1 Street\nTown', 'x'.repeat(400)], ['', 'x'.repeat(401), null]],
    ['reviewTimes', [{}, { en: 'x'.repeat(60) }], [{ en: 'x'.repeat(61) }, { de: '' }, { fr: 'x' }]],
    ['refundRules', [{}, { en: 'x'.repeat(300) }], [{ en: 'x'.repeat(301) }, { de: '' }, { fr: 'x' }]],
    ['announcements', [{}], [{ fr: 'x' }]],
    [
      'questions',
      [{}, { en: [] }],
      [{ fr: [] }, { en: [{ question: 'Q' }] }, { en: [{ ...asked('Q', 'A').en[0], more: 1 }] }],
    ],
    [
      'desktopProtocol',
      ['ab', 'web+parallax', 'a1.b-c', `a${'b'.repeat(30)}`],
      ['', 'a', `a${'b'.repeat(31)}`, 'Parallax', '1ab', '+ab', 'a_b', ' parallax', 'parallax:'],
    ],
    ['documents', [], [{}, { eula: page, privacy: page }]],
    ['legalPages', [{}, { imprint: page }], [{ cookies: page }, { terms: { ...page, version: '1' } }, { terms: null }]],
  ]

  test.each(limits)('accepts and rejects values of %s at the boundary', (field, accepted, rejected) => {
    for (const value of accepted) assert.deepEqual(brandFaults({ [field]: value }), [], JSON.stringify(value))
    for (const value of rejected) {
      const [first, ...more] = [...new Set(brandFaults({ [field]: value }).map(([path]) => path.split('.')[0]))]
      assert.deepEqual([first, more], [field, []], JSON.stringify(value))
    }
  })

  test('has an email address of at most 255 characters for support', () => {
    const address = (length: number) => `help@${`${'a'.repeat(49)}.`.repeat(4)}${'b'.repeat(length - 213)}.example`
    assert.equal(address(255).length, 255)
    assert.deepEqual(brandFaults({ supportEmail: address(255) }), [])
    for (const value of ['', 'help@', 'help', '@northwind.example', 'a b@northwind.example', address(256)])
      assert.deepEqual(brandFaults({ supportEmail: value }), [['supportEmail', { code: 'email' }]], value)
  })

  test('contains what a shop must state, and no unknown field', () => {
    const required = ['name', 'accentHue', 'accentChroma', 'neutralHue', 'supportEmail', 'legalName', 'documents']
    for (const field of [...required, 'desktopProtocol'])
      assert.deepEqual(
        brandFaults({ [field]: undefined }).map(([path]) => path),
        [field],
      )
    assert.deepEqual(
      brandFaults({ colour: 'red' }).map(([path]) => path),
      [''],
    )
    const document = { ...page, version: '1' }
    const documents = { eula: document, privacy: document }
    assert.deepEqual(brandFaults({ documents }), [])
    for (const field of ['title', 'address', 'version'])
      assert.deepEqual(
        brandFaults({ documents: { ...documents, eula: { ...document, [field]: undefined } } }).map(([path]) => path),
        [`documents.eula.${field}`],
      )
    assert.equal(brandFaults({ documents: { ...documents, cookies: document } }).length, 1)
  })

  test('has no pictures and texts other than those that it states', () => {
    const { name, accentHue, accentChroma, supportEmail } = brandShape.parse(sampleBrand)
    const bare = {
      name,
      accentHue,
      accentChroma,
      supportEmail,
      neutralHue: 1,
      legalName: 'Northwind Ltd',
      desktopProtocol: 'ab',
      documents: { eula: { ...page, version: '1' }, privacy: { ...page, version: '1' } },
    }
    const document = { ...page, version: '1', translations: {} }
    assert.deepEqual(brandShape.parse(bare), {
      ...bare,
      documents: { eula: document, privacy: document },
      logo: null,
      mark: null,
      socialImage: null,
      mailHeader: null,
      reviewTimes: {},
      announcements: {},
      questions: {},
    })
  })
})

describe('the values that administrators can change', () => {
  const values = {
    name: 'Northwind',
    accentHue: 30,
    accentChroma: 0.1,
    supportEmail: 'help@northwind.example',
    imprint: null,
    announcements: {},
    questions: {},
  }

  test('are sent as far as they were changed, and no others of the file', () => {
    assert.deepEqual(brandOverridesShape.parse({}), {})
    for (const [field, value] of Object.entries(values))
      assert.deepEqual(brandOverridesShape.parse({ [field]: value }), { [field]: value })
    for (const changed of [{ legalName: 'Northwind Ltd' }, { neutralHue: 1 }, { name: undefined }, { name: null }])
      assert.equal(brandOverridesShape.safeParse(changed).success, false)
  })

  test('are all stated when they are read, the imprint as null if there is none', () => {
    assert.deepEqual(brandValuesShape.parse(values), values)
    for (const field of Object.keys(values))
      assert.equal(brandValuesShape.safeParse({ ...values, [field]: undefined }).success, false, field)
    assert.equal(brandValuesShape.safeParse({ ...values, legalName: 'X' }).success, false)
  })
})
