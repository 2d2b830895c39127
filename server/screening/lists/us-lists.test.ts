import assert from 'node:assert/strict'
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import fc from 'fast-check'
import { createNameScreener, defaultThresholds } from 'name-screening'
import { knownLists, rowsOf } from 'name-screening/lists'
import { readList } from './read-list.ts'
import { scanFolder, readFound } from './folder.ts'
import {
  aConsolidatedList,
  aDpl,
  anAdd,
  anAlt,
  anSdn,
  givenAFolder,
  inEnglish,
  manyNames,
  rejects,
} from '../../../test/support/screening/given-lists.ts'

const csl = 'US Consolidated Screening List'
const sdn = 'OFAC Specially Designated Nationals'
const dpl = 'BIS Denied Persons List'
const file = (name: string, content: string | Uint8Array) => ({ file: name, content: Buffer.from(content) })
const readCsl = (content: string | Uint8Array) => readList(csl, [file('csl.csv', content)])
const readDpl = (content: string | Uint8Array) => readList(dpl, [file('dpl.txt', content)])
const three = (a: string, b: string, c: string) =>
  readList(sdn, [file('sdn.csv', a), file('alt.csv', b), file('add.csv', c)])

describe('a file of the Consolidated Screening List', () => {
  const rows = [
    {
      name: 'Acme "Rockets", Ltd.',
      alt_names: 'Rocket Works; Acme\nRaketen',
      programs: 'NPWMD; IFSR',
      start_date: '2020-01-02',
    },
    {
      source: 'Specially Designated Nationals (SDN) - Treasury Department',
      entity_number: '36',
      type: 'Individual',
      name: 'DOE, Jane',
    },
  ]

  test('is read in both layouts, with either line end, with and without a byte order mark', () => {
    const plain = readCsl(aConsolidatedList(rows))
    assert.deepEqual(plain.entries, [
      {
        id: 'EL Acme "Rockets", Ltd. 2020-01-02',
        kind: 'other',
        names: [
          { name: 'Acme "Rockets", Ltd.', quality: 'primary' },
          { name: 'Rocket Works', quality: 'strong' },
          { name: 'Acme\nRaketen', quality: 'strong' },
        ],
        programmes: ['EL', 'NPWMD', 'IFSR'],
      },
      { id: 'SDN 36', kind: 'person', names: [{ name: 'DOE, Jane', quality: 'primary' }], programmes: ['SDN'] },
    ])
    for (const other of [
      aConsolidatedList(rows, { columns: 29 }),
      aConsolidatedList(rows, { end: '\r\n' }),
      `\uFEFF${aConsolidatedList(rows, { columns: 29 })}`,
      aConsolidatedList(rows).trimEnd(),
    ])
      assert.deepEqual(readCsl(other), plain)
  })

  test('keeps the end of an order in the Denied Persons List', () => {
    const source = 'Denied Persons List (DPL) - Bureau of Industry and Security'
    const { entries } = readCsl(
      aConsolidatedList([{ source, name: 'Jane Doe', start_date: '2010-01-02', end_date: '2015-01-02' }]),
    )
    assert.deepEqual(entries[0]?.expires, '2015-01-02')
  })
})

describe('the three files of the Designated Nationals', () => {
  test('are one list, joined by entry number, with strong and weak aliases', () => {
    const list = three(
      anSdn([
        { number: 306, name: 'BANCO NACIONAL', remarks: "a.k.a. 'BNC'; Linked To: ABU-'UMAR; a.k.a. 'ABU-'UMAR'." },
        { number: 587, name: 'CRUZ, Juan', type: 'individual', programme: 'SDGT] [IRAN' },
      ]),
      anAlt([{ number: 306, name: 'NATIONAL BANK' }]),
      anAdd([306, 587]),
    )
    assert.deepEqual(list.entries, [
      {
        id: '306',
        kind: 'company',
        names: [
          { name: 'BANCO NACIONAL', quality: 'primary' },
          { name: 'NATIONAL BANK', quality: 'strong' },
          { name: 'BNC', quality: 'weak' },
          { name: "ABU-'UMAR", quality: 'weak' },
        ],
        programmes: ['CUBA'],
        details: {
          addresses: ['Havana, Cuba'],
          linkedTo: ["ABU-'UMAR"],
          remarks: "a.k.a. 'BNC'; Linked To: ABU-'UMAR; a.k.a. 'ABU-'UMAR'.",
          countries: ['CU'],
          countryFields: { addresses: ['CU'] },
        },
      },
      {
        id: '587',
        kind: 'person',
        names: [{ name: 'CRUZ, Juan', quality: 'primary' }],
        programmes: ['SDGT', 'IRAN'],
        details: { addresses: ['Havana, Cuba'], countries: ['CU'], countryFields: { addresses: ['CU'] } },
      },
    ])
    assert.deepEqual([list.rows, list.note], [{ 'sdn.csv': 2, 'alt.csv': 1, 'add.csv': 2 }, null])
  })

  test('of different editions lose no name: aliases of an unknown entry become an entry, which is reported', () => {
    const list = three(
      anSdn([{ number: 1, name: 'ONE' }]),
      anAlt([
        { number: 2, name: 'TWO' },
        { number: 2, name: 'DOS' },
      ]),
      anAdd([1]),
    )
    assert.deepEqual(
      list.entries.map(({ id, names }) => [id, ...names.map(({ name }) => name)]),
      [
        ['1', 'ONE'],
        ['2', 'TWO', 'DOS'],
      ],
    )
    assert.match(
      list.note ? inEnglish(list.note) : '',
      /^2 aliases of alt\.csv belong to 1 entry missing from sdn\.csv\./,
    )
  })
})

describe('the Denied Persons List', () => {
  test('gives an entry one order, whatever the number of its addresses; the latest end counts', () => {
    const { entries, rows } = readDpl(
      aDpl([
        { name: ' PEARL (A.K.A. NEI-CHIEN CHU) LI', expires: '12/31/2030' },
        { name: 'PEARL (A.K.A. NEI-CHIEN CHU) LI', expires: '01/01/2031' },
        { name: 'FOR EVER' },
        { name: 'FOR EVER', expires: '01/01/2031' },
      ]),
    )
    assert.deepEqual(
      entries.map(({ id, expires, names }) => [id, expires, names.map(({ name }) => name)]),
      [
        ['PEARL (A.K.A. NEI-CHIEN CHU) LI 2020-01-02', '2031-01-01', ['PEARL LI', 'NEI-CHIEN CHU']],
        ['FOR EVER 2020-01-02', undefined, ['FOR EVER']],
      ],
    )
    assert.equal(rows['dpl.txt'], 4)
  })

  test('gives each of several names in one field, with brackets or without, and each is found', () => {
    const { entries } = readDpl(
      aDpl([
        { name: 'ZORVEX SUN A/K/A QUILLAM SUN' },
        { name: 'BRONTAR KARNOVAK D/B/A KARNOVAK SHIPPING f.k.a. VARNA SHIPPING' },
        { name: 'JEAN AKA KOFFI' },
      ]),
    )
    assert.deepEqual(
      entries.map(({ names }) => names.map(({ name, quality }) => `${name} ${quality}`)),
      [
        ['ZORVEX SUN primary', 'QUILLAM SUN strong'],
        ['BRONTAR KARNOVAK primary', 'KARNOVAK SHIPPING strong', 'VARNA SHIPPING strong'],
        ['JEAN AKA KOFFI primary'],
      ],
    )
    const list = { name: 'BIS Denied Persons List', hash: '', date: '2026-11-01', entries }
    const screen = createNameScreener([list], defaultThresholds)
    for (const person of ['Zorvex Sun', 'Quillam Sun'])
      assert.deepEqual(
        screen({ person, company: '' }, '2026-11-20').map(({ alias, holds }) => [alias, holds]),
        [[person.toUpperCase(), true]],
      )
  })
})

describe('a broken file is rejected with its name and line', () => {
  const good = aConsolidatedList(manyNames(20).map((row) => ({ ...row, addresses: 'a "quoted", place' })))
  const half = good.slice(0, Math.floor(good.length / 2))
  const rows: [what: string, content: string | Uint8Array, sentence: RegExp][] = [
    ['cut within a row', good.slice(0, good.indexOf('No 7') + 2), /^csl\.csv, line 9: 5 columns instead of 28\./],
    [
      'cut in half',
      half.slice(0, half.lastIndexOf('"quoted""') + 4),
      /^csl\.csv, line \d+: this quote is never closed/,
    ],
    [
      'with a quote never closed',
      good.replace('place",', 'place,'),
      /^csl\.csv, line 3: there is text after a closing quote/,
    ],
    ['with one column too many', `${good}${'x,'.repeat(28)}x\n`, /^csl\.csv, line 22: 29 columns instead of 28/],
    ['without the names', good.replace(',name,', ',title2,'), /^csl\.csv, line 1: missing column: name\.$/],
    ['with the names twice', good.replace(',ids', ',name'), /^csl\.csv, line 1: the column name appears twice/],
    ['that is empty', '', /^csl\.csv is empty\.$/],
    ['with a header alone', `${good.split('\n')[0]}\n`, /^csl\.csv contains no entries\.$/],
    [
      'with a row without a name',
      aConsolidatedList([{ name: 'One' }, { name: ' ' }]),
      /^csl\.csv, line 3: the entry has no name/,
    ],
    [
      'in Windows-1252',
      Buffer.from(good.replace('No 3', 'Nö 3'), 'latin1'),
      /^csl\.csv, line 5: not valid UTF-8\. Convert the file/,
    ],
    ['that is no text', good.replace('No 3', 'N\0 3'), /^csl\.csv, line 5: this is not text/],
  ]
  test('in the layout of one file', () => {
    for (const [what, content, sentence] of rows) assert.throws(() => readCsl(content), rejects(sentence), what)
  })

  const sdnRows: [what: string, files: [string, string, string], sentence: RegExp][] = [
    [
      'an entry without a number',
      [anSdn([{ number: 1, name: 'A' }]).replace('1,', 'x,'), anAlt([]), anAdd([1])],
      /^sdn\.csv, line 1: the first column/,
    ],
    [
      'a number twice',
      [
        anSdn([
          { number: 1, name: 'A' },
          { number: 1, name: 'B' },
        ]),
        anAlt([]),
        anAdd([1]),
      ],
      /^sdn\.csv, line 2: the entry number 1 appears twice/,
    ],
    [
      'files swapped',
      [anAlt([{ number: 1, name: 'A' }]), anSdn([{ number: 1, name: 'A' }]), anAdd([1])],
      /^alt\.csv, line 1: 12 columns instead of 5/,
    ],
    [
      'a column missing',
      [anSdn([{ number: 1, name: 'A' }]).replace('-0- ,', ''), anAlt([{ number: 1, name: 'B' }]), anAdd([1])],
      /^sdn\.csv, line 1: 11 columns instead of 12/,
    ],
  ]
  test('in the layout of three files', () => {
    for (const [what, files, sentence] of sdnRows) assert.throws(() => three(...files), rejects(sentence), what)
  })

  test('if an order has an invalid end date', () => {
    assert.throws(
      () => readDpl(aDpl([{ name: 'A', expires: '31/12/2030' }])),
      rejects(/^dpl\.txt, line 2: Expiration_Date is not a date/),
    )
  })
})

test('the rows are the same for any cells, wherever the text is split', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r', ' ', '語') })
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 7 }),
      (rows, size) => {
        const text = rows
          .map((cells) => `${cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')}\r\n`)
          .join('')
        const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
        assert.deepEqual(
          [...rowsOf('x', pieces, ',')].map(({ cells }) => cells),
          rows,
        )
      },
    ),
  )
})

test('a file that is larger than any list, has become a link or changes while it is read is rejected', async () => {
  const there = givenAFolder()
  const path = there.put('dpl.txt', aDpl([{ name: 'Jane Doe' }]))
  const seenNow = async () => (await scanFolder(there.path)).lists[0]?.files[0] ?? assert.fail('no list')
  const seen = await seenNow()
  assert.equal((await readFound(there.path, seen)).content.length, seen.size)
  there.put('dpl.txt', aDpl([{ name: 'Jane Doe' }, { name: 'John Roe' }]))
  await assert.rejects(readFound(there.path, seen), rejects(/^dpl\.txt changed while it was being read/))
  renameSync(path, `${path}.real`)
  symlinkSync(`${path}.real`, path)
  await assert.rejects(readFound(there.path, seen), rejects(/^dpl\.txt is a symbolic link/))
  rmSync(path)
  truncateSync(there.put('dpl.txt', ''), 2 * 1024 ** 3)
  await assert.rejects(
    readFound(there.path, await seenNow()),
    rejects(/^dpl\.txt is larger than 200 MB, the limit for a list\.$/),
  )
})

const real = join(import.meta.dirname, '../../../../shared/screening')
test('the official files are read completely', { skip: !existsSync(real) }, () => {
  const read = (name: string) => {
    const known = knownLists.find((list) => list.name === name)!
    return readList(
      name,
      known.files.map(([first = '']) => file(first, readFileSync(join(real, first)))),
    )
  }
  const sizes = [csl, sdn, dpl].map((name) => {
    const { entries, rows } = read(name)
    return [entries.length, entries.reduce((sum, { names }) => sum + names.length, 0), Object.values(rows)]
  })
  assert.deepEqual(sizes, [
    [113, 274, [115]],
    [11107, 26474, [7379, 17091, 18990]],
    [417, 419, [546]],
  ])
})
