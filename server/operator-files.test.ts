import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, it } from 'vitest'
import { firstTrial, planIn } from './catalogue.ts'
import { readBrand, readCatalogue } from './operator-files.ts'
import { ConfigError } from './config-error.ts'

const shipped = (name: string) => join(import.meta.dirname, '../brand', name)
const folder = mkdtempSync(join(tmpdir(), 'tillhouse-catalogue-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Plans = { plans: Record<string, unknown>[]; [field: string]: unknown }

/** Writes the shipped catalogue with a change to a file. */
function changed(change: (file: Plans) => void): string {
  const file = JSON.parse(readFileSync(shipped('catalogue.json'), 'utf8')) as Plans
  change(file)
  const path = join(folder, 'catalogue.json')
  writeFileSync(path, JSON.stringify(file))
  return path
}

const refused = (change: (file: Plans) => void, message: RegExp) =>
  assert.rejects(readCatalogue(changed(change)), (error) => error instanceof ConfigError && message.test(error.message))

describe('the catalogue', () => {
  it('has by default the plans in the decisions, with a trial first [1.2, 9.3]', async () => {
    const catalogue = await readCatalogue(shipped('catalogue.json'))
    assert.deepEqual(
      [...catalogue.plans.keys()],
      [
        'analytics-trial',
        'statistics-trial',
        'analytics-weekly',
        'analytics-monthly',
        'analytics-annual',
        'statistics-annual',
      ],
    )
    assert.equal(firstTrial(catalogue).name, 'analytics-trial')
    assert.ok((catalogue.plans.get('analytics-annual')?.priceMinor ?? 0) > 100_000)
    assert.ok([...catalogue.plans.values()].some((plan) => plan.requiresAffirmation))
    assert.deepEqual([...catalogue.countries.denied].toSorted(), ['BY', 'CU', 'IR', 'KP', 'RU', 'SY'])
    assert.deepEqual([...catalogue.countries.look], ['UA'])
  })

  it('accepts EAR99 or an ECCN as a product’s export classification, or none', async () => {
    const classified = (value: unknown) => (file: Plans) => {
      const [product] = file['products'] as Record<string, unknown>[]
      Object.assign(product ?? {}, { exportClassification: value })
    }
    for (const value of ['EAR99', '5D992', '5D992.c', '3A001.b.1.a', null]) {
      const { products } = await readCatalogue(changed(classified(value)))
      assert.equal(products.get('analytics')?.exportClassification, value)
    }
    for (const value of ['ear99', '5Z992', 'EAR 99', '5D992.', '', 99])
      await refused(classified(value), /products\.0\.exportClassification/)
  })

  it('adds sanctioned regions, each with its own key and at least one mark of recognition', async () => {
    const withRegions =
      (...regions: object[]) =>
      (file: Plans) =>
        Object.assign(file['countries'] as object, { regions })
    const north = { key: 'north', name: 'The North', countries: ['CY'], postcodes: ['99##'] }
    const { countries } = await readCatalogue(changed(withRegions(north)))
    assert.deepEqual(countries.regions, [{ ...north, codes: [], names: [] }])
    await refused(withRegions({ ...north, countries: ['XX'] }), /countries\.regions\.0\.countries/)
    await refused(withRegions({ ...north, postcodes: ['99..'] }), /countries\.regions\.0\.postcodes/)
    await refused(withRegions({ ...north, codes: ['06'] }), /countries\.regions\.0\.codes/)
    await refused(withRegions(north, north), /countries\.regions/)
    await refused(withRegions({ key: 'north', name: 'The North', countries: ['CY'] }), /countries\.regions\.0/)
  })

  it('stores money in minor units, with the decimals of the currency', async () => {
    const priced = (currency: string, price: number) =>
      changed(({ plans }) => Object.assign(plans[2] ?? {}, { currency, price }))
    const minor = async (path: string) => (await readCatalogue(path)).plans.get('analytics-weekly')?.priceMinor
    assert.equal(await minor(priced('usd', 19.99)), 1999)
    assert.equal(await minor(priced('JPY', 4900)), 4900)
    assert.equal(await minor(priced('huf', 49_900)), 4_990_000)
    assert.equal(await minor(priced('isk', 4900)), 490_000)
    assert.equal(await minor(priced('kwd', 44.55)), 44_550)
  })

  it('recommends one plan at most, and no trial', async () => {
    const recommended = [...(await readCatalogue(shipped('catalogue.json'))).plans.values()].filter(
      (plan) => plan.recommended,
    )
    assert.deepEqual(
      recommended.map(({ name }) => name),
      ['analytics-annual'],
    )
    await refused(
      ({ plans }) => Object.assign(plans[2] ?? {}, { recommended: true }),
      /more than one plan is recommended/,
    )
    await refused(({ plans }) => {
      for (const plan of plans) plan['recommended'] = plan['type'] === 'trial' && plan['product'] === 'analytics'
    }, /a trial cannot be recommended/)
  })

  it('allows owners to extend a trial if configured, but never a subscription', async () => {
    const offered = async (days?: number) => {
      const path = changed(({ plans }) => Object.assign(plans[0] ?? {}, { extensionInDays: days }))
      return (await readCatalogue(path)).plans.get('analytics-trial')?.extensionInDays
    }
    assert.deepEqual([await offered(7), await offered()], [7, null])
    await refused(
      ({ plans }) => Object.assign(plans[2] ?? {}, { extensionInDays: 7 }),
      /plans\.2\.extensionInDays is only for trials: a subscription renews instead/,
    )
    await refused(({ plans }) => Object.assign(plans[0] ?? {}, { extensionInDays: 0 }), /plans\.0\.extensionInDays/)
  })

  it('has texts in further languages if configured, none of them empty or in an unknown language', async () => {
    const { plans } = await readCatalogue(shipped('catalogue.json'))
    const trial = plans.get('analytics-trial') ?? assert.fail()
    const german = planIn({ plans }, trial, 'de')
    assert.deepEqual([german.title, planIn({ plans }, trial, 'en')], ['Parallax Analytics – Testversion', trial])
    assert.match(german.conditions, /^Das ganze Produkt/)
    const plain = changed((file) => {
      for (const plan of file.plans) delete plan['translations']
    })
    const old = await readCatalogue(plain)
    assert.equal(planIn(old, trial, 'de').title, trial.title)
    const translated = (translations: unknown) => (file: Plans) =>
      void Object.assign(file.plans[0] ?? {}, { translations })
    await refused(translated({ fr: {} }), /plans\.0\.translations must name languages of the shop: en, de/)
    await refused(translated({ de: { title: '' } }), /plans\.0\.translations\.de\.title must not be empty/)
    await refused(translated({ de: { note: 'x' } }), /plans\.0\.translations\.de .*note/)
    await refused(translated({ de: 'Testversion' }), /plans\.0\.translations\.de/)
    const ofProduct = (file: Plans) =>
      void Object.assign((file['products'] as object[])[0] ?? {}, { translations: { de: { title: 1 } } })
    await refused(ofProduct, /products\.0\.translations\.de\.title/)
  })

  it('is rejected if a price cannot be charged exactly', async () => {
    const priced = (price: number, currency: string) => (file: Parameters<Parameters<typeof refused>[0]>[0]) =>
      void Object.assign(file.plans[2] ?? {}, { price, currency })
    await refused(priced(19.999, 'usd'), /plans\.2\.price has more decimals than usd allows \(2\)/)
    await refused(priced(4900.5, 'jpy'), /plans\.2\.price has more decimals than jpy allows \(0\)/)
    await refused(priced(1.2345, 'kwd'), /plans\.2\.price has more decimals than kwd allows \(3\)/)
    await refused(priced(44.555, 'kwd'), /plans\.2\.price cannot be charged: in kwd the third decimal must be 0/)
    await refused(priced(5.5, 'isk'), /plans\.2\.price cannot be charged: in isk it must be a whole number/)
  })

  it('is rejected with the place of each fault', async () => {
    await refused(({ plans }) => plans.push({ ...plans[0] }), /two plans have the same name/)
    await refused((file) => void (file.plans = file.plans.slice(2)), /there is no trial/)
    await refused((file) => void (file['companion'] = 'nothing'), /companion "nothing" is no product/)
    await refused(({ plans }) => Object.assign(plans[0] ?? {}, { product: 'gone' }), /unknown product "gone"/)
    await refused(({ plans }) => Object.assign(plans[0] ?? {}, { durationInDays: null }), /plans\.0/)
    await refused(
      ({ plans }) => Object.assign(plans[0] ?? {}, { name: '../x', price: -1 }),
      /plans\.0\.name[\s\S]*plans\.0\.price/,
    )
    await refused(({ plans }) => Object.assign(plans[0] ?? {}, { currency: 'xyz' }), /not a currency code/)
    await refused(({ plans }) => Object.assign(plans[0] ?? {}, { discount: 1 }), /discount/)
  })

  it('rejects an installer outside its folder', async () => {
    for (const installer of ['../secret', '/etc/passwd', 'http://insecure.example/x', '.hidden', ''])
      await refused(
        (file) => Object.assign((file['products'] as object[])[0] ?? {}, { installer }),
        /products\.0\.installer/,
      )
  })

  it('that cannot be read, or is not JSON, is reported by its variable', async () => {
    await assert.rejects(readCatalogue(join(folder, 'none.json')), /CATALOGUE names the file .*none\.json.*ENOENT/)
    writeFileSync(join(folder, 'broken.json'), '{')
    await assert.rejects(readBrand(join(folder, 'broken.json')), /BRAND names the file .*not valid JSON/)
  })
})

describe('a picture of the brand', () => {
  const brand = JSON.parse(readFileSync(shipped('brand.json'), 'utf8')) as object
  const noPictures = { logo: null, mark: null, socialImage: null, mailHeader: null }
  const brandFile = join(folder, 'brand.json')
  const readWith = (field: string, name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content)
    writeFileSync(brandFile, JSON.stringify({ ...brand, ...noPictures, [field]: name }))
    return readBrand(brandFile)
  }
  const png = readFileSync(shipped('mail-header.png'))
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'

  it.each(['logo', 'mark', 'socialImage', 'mailHeader'] as const)(
    '%s is a file beside the brand file, with an address that changes with its content',
    async (field) => {
      const { files, ...read } = await readWith(field, 'picture.png', png)
      const address = read[field] ?? ''
      assert.match(address, new RegExp(`^/brand/[0-9a-f]{10}-${field}[.]png$`))
      assert.deepEqual([files.get(address)?.type, Buffer.from(files.get(address)?.bytes ?? [])], ['image/png', png])
    },
  )

  it('begins like a file of its type', async () => {
    for (const [name, content] of [
      ['a.svg', svg],
      ['a.svg', `\uFEFF<?xml version="1.0"?>\n${svg}`],
      ['a.svg', `<!-- Drawn by Jane -->${svg}`],
      ['a.svg', `<!DOCTYPE svg>${svg}`],
      ['a.webp', 'RIFF\n\0\0\0WEBPVP8 '],
      ['a.jpg', Buffer.from('ffd8ffe0', 'hex')],
    ] as const)
      await readWith('logo', name, content)
  })

  it.each([
    ['a.png', '', 'is empty'],
    ['a.svg', '<html></html>', 'does not begin like a .svg file'],
    ['a.png', svg, 'does not begin like a .png file'],
    ['a.jpg', png, 'does not begin like a .jpg file'],
    ['a.webp', 'RIFF', 'does not begin like a .webp file'],
    ['a.svg', svg + ' '.repeat(2_000_000), 'has more than 2 MB'],
  ])('is refused as %s if its content is of another type, empty or too large', async (name, content, fault) => {
    for (const field of ['logo', 'mark', 'socialImage', 'mailHeader'])
      await assert.rejects(
        readWith(field, name, content),
        new ConfigError(`BRAND: ${field} names the file ${name}, which ${fault}`),
      )
  })

  it('cannot be a file that does not exist', async () => {
    writeFileSync(brandFile, JSON.stringify({ ...brand, ...noPictures, logo: 'none.png' }))
    await assert.rejects(readBrand(brandFile), /BRAND: logo names the file none\.png, which cannot be read \(ENOENT\)/)
  })
})
