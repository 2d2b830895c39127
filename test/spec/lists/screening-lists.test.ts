import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import fc from 'fast-check'
import { knownLists, rowsOf } from 'name-screening/lists'
import { readList } from '../../../server/screening/lists/read-list.ts'
import { scanFolder, readFound } from '../../../server/screening/lists/folder.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
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
} from '../../support/screening/given-lists.ts'
import {
  eventually,
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  givenATrialUser,
} from '../../support/given.ts'

const folder = givenAFolder()
const shop = await givenAShop({ SCREENING_DIR: folder.path, SCREENING_SETTLE: '0.1' })
const administrator = await givenAnAdministrator(shop)

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
  const [found] = (await scanFolder(there.path)).lists
  const seen = found!.files[0]!
  assert.equal((await readFound(there.path, seen)).content.length, seen.size)
  await assert.rejects(
    readFound(there.path, { ...seen, size: 3_000_000 }, 2 * 1024 * 1024),
    rejects(/^dpl\.txt is larger than 2 MB, the limit for a list\.$/),
  )
  there.put('dpl.txt', aDpl([{ name: 'Jane Doe' }, { name: 'John Roe' }]))
  await assert.rejects(readFound(there.path, seen), rejects(/^dpl\.txt changed while it was being read/))
  renameSync(path, `${path}.real`)
  symlinkSync(`${path}.real`, path)
  await assert.rejects(readFound(there.path, seen), rejects(/^dpl\.txt is a symbolic link/))
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
    [417, 418, [546]],
  ])
})

type Shown = {
  kind: string
  working: boolean
  lists: {
    name: string
    hash: string
    date: string
    files: { file: string; rows: number }[]
    entries: number
    acceptedBy: string | null
  }[]
  faults: { file: string; hash: string; text: string; accept: string | null }[]
}
const sha256 = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

const seen = async () => (await (await administrator.get('/api/v1/screening')).json()) as Shown
const logged = (message: string) =>
  shop.log.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line['msg'] === message)
const refused = (file: string) =>
  eventually(`a refusal of ${file}`, async () => (await seen()).faults.find((fault) => fault.file === file))
const inForce = (hash: string) =>
  eventually(`the list ${hash}`, async () => (await seen()).lists.find((list) => list.hash === hash))
const cleared = () => eventually('no refusal', async () => (await seen()).faults.length === 0)
const statusOf = async (email: string) => {
  const [row] = await shop.sql<{ dpl_status: string }>('select dpl_status from subscribers where email = $1', [email])
  return row?.dpl_status
}

const names = [...manyNames(20), { name: 'Petra Novotna', alt_names: 'Novotna Export Consulting' }]
const first = aConsolidatedList(names)

describe('files placed in the folder while the shop runs', () => {
  test('let no one pass without a list: a registration is on hold, a checkout is refused; with the first list both continue', async () => {
    const waiting = await givenARegistration(shop)
    assert.equal(await statusOf(waiting.email), 'PENDING')
    const { visitor } = await givenATrialUser(shop)
    const trial = { name: 'statistics-trial', industry: 'Energy', termsAndConditions: true, affirmation: true }
    assert.equal((await visitor.post('/api/v1/plans/statistics-trial/checkout', trial)).status, 503)
    const { working, lists } = await seen()
    assert.deepEqual([working, lists], [false, []])

    folder.put('csl.csv', first)
    const list = await inForce(sha256(first))
    assert.deepEqual([list.name, list.files, list.entries], [csl, [{ file: 'csl.csv', rows: 21 }], 21])
    assert.match(list.date, /^\d{4}-\d{2}-\d{2}$/)
    const said = await eventually('a line in the log', async () => {
      const lines = logged('a screening list was read and is in force')
      return lines.length > 0 && lines
    })
    assert.deepEqual([said[0]?.['hash'], said[0]?.['rows'], said[0]?.['files']], [sha256(first), 21, ['csl.csv']])
    await eventually('who could not be screened passes', async () => (await statusOf(waiting.email)) === 'PASS')
    assert.equal((await visitor.post('/api/v1/plans/statistics-trial/checkout', trial)).status, 303)
    const held = await givenARegistration(shop, { firstName: 'Petra', lastName: 'Novotna' })
    assert.equal(await statusOf(held.email), 'PENDING')
    const [check] = await shop.sql<{ lists: unknown; reasons: { entry: string }[] }>(
      'select c.* from screening_checks c join subscribers s on s.id = subscriber_id where email = $1',
      [held.email],
    )
    assert.deepEqual(check?.lists, [{ name: csl, hash: sha256(first), date: list.date }])
    assert.equal(check.reasons[0]?.entry, 'EL Petra Novotna')
  })

  test('are rejected with a message in the admin area and the log if broken, and the list in force stays, also after a restart', async () => {
    const cut = first.slice(0, first.length - 10)
    folder.put('csl.csv', cut)
    const fault = await refused('csl.csv')
    assert.deepEqual([fault.hash, fault.accept], [sha256(cut), null])
    assert.match(fault.text, /^csl\.csv, line 22: \d+ columns instead of 28\./)
    await eventuallyEqual(async () => logged('a screening list was refused').at(-1)?.['reason'], fault.text)
    await shop.restart()
    const again = await refused('csl.csv')
    assert.deepEqual([again.text, (await seen()).lists.map(({ hash }) => hash)], [fault.text, [sha256(first)]])
    const held = await givenARegistration(shop, { firstName: 'Petra', lastName: 'Novotna' })
    assert.equal(await statusOf(held.email), 'PENDING')
    folder.put('csl.csv', first)
    await cleared()
  })

  test('await an administrator’s reason if a third of the rows is missing [10.64]', async () => {
    const shorter = aConsolidatedList(names.slice(0, 14))
    folder.put('csl.csv', shorter)
    const fault = await refused('csl.csv')
    assert.deepEqual([fault.accept, (await seen()).lists[0]?.hash], ['take', sha256(first)])
    assert.match(fault.text, /^csl\.csv has 14 rows, the list in force 21/)
    const accept = (body: object) => administrator.post('/api/v1/screening/lists/accept', body)
    assert.equal((await accept({ hash: fault.hash, comment: ' ' })).status, 400)
    assert.equal((await accept({ hash: 'nonsense', comment: 'A reason' })).status, 400)
    assert.equal((await accept({ hash: sha256('another'), comment: 'A reason' })).status, 404)
    assert.equal((await seen()).lists[0]?.hash, sha256(first))
    assert.equal((await accept({ hash: fault.hash, comment: 'Seven were struck off' })).status, 204)
    const list = await inForce(sha256(shorter))
    assert.equal(list.acceptedBy, 'admin@shop.example')
    await cleared()
    const acts = (await (await administrator.get('/api/v1/audit')).json()) as { act: string }[]
    assert.equal(acts[0]?.act, 'accept-list')
  })

  test('await a reason also if they are many times longer, but not for one row more or less', async () => {
    const more = aConsolidatedList(names.slice(0, 15))
    folder.put('csl.csv', more)
    await inForce(sha256(more))
    const tenfold = aConsolidatedList(manyNames(150))
    folder.put('csl.csv', tenfold)
    assert.equal((await refused('csl.csv')).accept, 'take')
    folder.put('csl.csv', more)
    await cleared()
  })

  test('are rejected if they were already replaced', async () => {
    folder.put('csl.csv', first)
    await inForce(sha256(first))
    const old = folder.put('csl.csv', aConsolidatedList(names.slice(0, 15)))
    utimesSync(old, 1_000_000_000, 1_000_000_000)
    assert.match((await refused('csl.csv')).text, /was in force before and has been replaced/)
    folder.put('csl.csv', first)
    await cleared()
  })

  test('are rejected if they are dated in the future, or before the list in force where they state no date', async () => {
    const other = folder.put('csl.csv', aConsolidatedList(names.slice(0, 16)))
    utimesSync(other, 4_000_000_000, 4_000_000_000)
    assert.match((await refused('csl.csv')).text, /^csl\.csv is dated 2096-10-02, which is in the future/)
    utimesSync(other, 1_000_000_000, 1_000_000_000)
    const isOlder = async () =>
      (await seen()).faults.some(({ text }) => text.includes('is older than the list in force'))
    await eventually('the refusal of the older file', isOlder)
    folder.put('csl.csv', first)
    await cleared()
  })

  test('are not followed as symbolic links, and unknown lists are named', async () => {
    const elsewhere = givenAFolder().put('dpl.txt', aDpl([{ name: 'Elsewhere' }]))
    symlinkSync(elsewhere, join(folder.path, 'dpl.txt'))
    mkdirSync(join(folder.path, 'sdn.csv'))
    folder.put('my-list.csv', 'name\nJane\n')
    folder.put('README.md', 'about the lists')
    assert.match((await refused('dpl.txt')).text, /^dpl\.txt is a symbolic link/)
    const { faults, lists } = await seen()
    assert.deepEqual(faults.map(({ text }) => text).toSorted(), [
      'dpl.txt is a symbolic link. Put the file itself into the folder.',
      'my-list.csv is not the name of a supported list. The file is ignored.',
      'sdn.csv is not a regular file.',
    ])
    assert.deepEqual(
      lists.map(({ name }) => name),
      [csl],
    )
    for (const name of ['dpl.txt', 'sdn.csv', 'my-list.csv', 'README.md'])
      rmSync(join(folder.path, name), { recursive: true })
    await cleared()
  })

  test('take effect together if three files form one list', async () => {
    const files = [
      anSdn([{ number: 7, name: 'SEVEN SEAS TRADING' }]),
      anAlt([{ number: 7, name: 'SEPT MERS' }]),
      anAdd([7]),
    ] as const
    folder.put('sdn.csv', files[0])
    folder.put('alt.csv', files[1])
    assert.match((await refused('sdn.csv')).text, /^sdn\.csv and alt\.csv without add\.csv/)
    assert.equal((await seen()).lists.length, 1)
    folder.put('add.csv', files[2])
    const list = await inForce(sha256(...files))
    assert.deepEqual(
      list.files.map(({ file }) => file),
      ['sdn.csv', 'alt.csv', 'add.csv'],
    )
    await cleared()
  })

  test('keep a list in force after they are removed, until an administrator ends its use', async () => {
    for (const name of ['sdn.csv', 'alt.csv', 'add.csv']) rmSync(join(folder.path, name))
    const fault = await refused('sdn.csv')
    assert.deepEqual([fault.accept, (await seen()).lists.length], ['let-go', 2])
    const answer = await administrator.post('/api/v1/screening/lists/accept', {
      hash: fault.hash,
      comment: 'The CSL has it',
    })
    assert.equal(answer.status, 204)
    await eventually('one list', async () => (await seen()).lists.length === 1)
    await cleared()
  })

  test('stay in force if the folder disappears, and are read again when it is back', async () => {
    const aside = `${folder.path}-aside`
    renameSync(folder.path, aside)
    await shop.catchUp()
    assert.match((await refused('')).text, /^The list folder cannot be read \(ENOENT\)/)
    assert.deepEqual(
      (await seen()).lists.map(({ hash }) => hash),
      [sha256(first)],
    )
    const { email } = await givenARegistration(shop, { firstName: 'Petra', lastName: 'Novotna' })
    assert.equal(await statusOf(email), 'PENDING')
    renameSync(aside, folder.path)
    const next = aConsolidatedList([...names, { name: 'One More' }])
    writeFileSync(join(folder.path, 'csl.csv'), next)
    await shop.catchUp()
    await inForce(sha256(next))
    await cleared()
  })
})

test('production does not start without a usable list, and states the cause', async () => {
  const bad = givenAFolder()
  bad.put('csl.csv', first.slice(0, -10))
  const settings = { NODE_ENV: 'production', SANDBOX: 'allow', SCREENING_DIR: bad.path, SCREENING_SETTLE: '0.2' }
  await assert.rejects(givenAShop(settings), (error: Error) =>
    /contains no usable list\.\ncsl\.csv, line \d+: /.test(error.message),
  )
})
