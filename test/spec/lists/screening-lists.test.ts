import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { eventuallyEqual } from '../../support/eventually.ts'
import {
  aConsolidatedList,
  aDpl,
  anAdd,
  anAlt,
  anSdn,
  givenAFolder,
  manyNames,
} from '../../support/screening/given-lists.ts'
import {
  eventually,
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  givenATrialUser,
} from '../../support/given.ts'
import { whenOver } from '../../support/when-over.ts'

const folder = givenAFolder()
const shop = await givenAShop({ SCREENING_DIR: folder.path, SCREENING_SETTLE: '0.1' })
const administrator = await givenAnAdministrator(shop)

const csl = 'US Consolidated Screening List'

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
    note: string | null
  }[]
  faults: { file: string; hash: string; text: string; accept: string | null }[]
}
const sha256 = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

const seen = async (language = 'en') =>
  (await (await administrator.get('/api/v1/screening', { 'accept-language': language })).json()) as Shown
const logged = (message: string) =>
  shop.log.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line['msg'] === message)
/** Waits for the refusal of a file. While the file changes, another reason may be shown. */
const refused = (file: string) =>
  eventually(`a refusal of ${file}`, async () =>
    (await seen()).faults.find(
      (fault) => fault.file === file && !fault.text.includes('changed while it was being read'),
    ),
  )
/** Waits for a file that an administrator may accept: other reasons may be shown before. */
const suspicious = (file: string) =>
  eventually(`a suspicious ${file}`, async () =>
    (await seen()).faults.find((fault) => fault.file === file && fault.accept === 'take'),
  )
const inForce = (hash: string) =>
  eventually(`the list ${hash}`, async () => (await seen()).lists.find((list) => list.hash === hash))
const cleared = () => eventually('no refusal', async () => (await seen()).faults.length === 0)
const statusOf = async (email: string) => {
  const [row] = await shop.sql<{ dpl_status: string }>('select dpl_status from subscribers where email = $1', [email])
  return row?.dpl_status
}

const names = [...manyNames(20), { name: 'Petra Novotna', alt_names: 'Novotna Export Consulting' }]
const first = aConsolidatedList(names)

const un = (day: string, names: string[]) => {
  const entities = names.map(
    (name) => `<ENTITY><FIRST_NAME>${name}</FIRST_NAME><REFERENCE_NUMBER>${name}</REFERENCE_NUMBER></ENTITY>`,
  )
  return `<CONSOLIDATED_LIST dateGenerated="${day}T00:00:00Z">${entities.join('')}</CONSOLIDATED_LIST>`
}

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

  test('are rejected with a message in the administrator’s language and in the log if broken, and the list in force stays, also after a restart', async () => {
    const cut = first.slice(0, first.length - 10)
    folder.put('csl.csv', cut)
    const fault = await refused('csl.csv')
    assert.deepEqual([fault.hash, fault.accept], [sha256(cut), null])
    assert.match(fault.text, /^csl\.csv, line 22: \d+ columns instead of 28\./)
    const [inGerman] = (await seen('de')).faults
    assert.match(inGerman?.text ?? '', /^csl\.csv, Zeile 22: /)
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

  test('await a reason also if they are many times longer, or the beginning of the file in force, but not for one row more', async () => {
    const more = aConsolidatedList(names.slice(0, 15))
    folder.put('csl.csv', more)
    await inForce(sha256(more))
    folder.put('csl.csv', aConsolidatedList(names.slice(0, 13)))
    const { text } = await suspicious('csl.csv')
    assert.equal(text, 'csl.csv is the beginning of the file in force. The rest is missing.')
    folder.put('csl.csv', more)
    await cleared()
    const tenfold = aConsolidatedList(manyNames(150))
    folder.put('csl.csv', tenfold)
    assert.match((await suspicious('csl.csv')).text, /^csl\.csv has 150 rows/)
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

  test('await a reason if their edition is older than the one in force, whatever the date of the file', async () => {
    const newer = un('2026-02-27', ['Karnovak Mining', 'Karnovak Steel'])
    folder.put('un_consolidated.xml', newer)
    await inForce(sha256(newer))
    folder.put('un_consolidated.xml', un('2025-11-01', ['Karnovak Mining', 'Karnovak Copper']))
    const { text, accept } = await refused('un_consolidated.xml')
    assert.match(text, /^un_consolidated\.xml is older than the list in force/)
    assert.equal(accept, 'take')
    await inForce(sha256(newer))
  })
})

test('administrators read the note of a list in their own language', async () => {
  const note = { code: 'foreignAliases', aliases: 2, entries: 1, aliasFile: 'alt.csv', mainFile: 'sdn.csv' }
  const insert = `insert into screening_lists (id, name, files, hash, date, entries, read_at, confirmed_at, finding)
    values (gen_random_uuid(), $1, '[]', $1, '2026-11-20', 1, now(), now(), $2)`
  await shop.sql(insert, ['Noted', JSON.stringify(note)])
  await shop.sql(insert, ['Plain', null])
  const noteOf = async (name: string) => (await seen('de')).lists.find((list) => list.name === name)?.note
  assert.match((await noteOf('Noted')) ?? '', /^2 Aliasse/)
  assert.equal(await noteOf('Plain'), null)
})

test('the age of a list is that of its edition, whatever the time of its file, and OFAC’s comment files are not lists', async () => {
  const own = givenAFolder()
  own.put('un_consolidated.xml', un('2026-02-27', ['Karnovak Mining']))
  own.put('sdn.csv', anSdn([{ number: 1, name: 'KARNOVAK, Zoltan', type: 'individual' }]))
  own.put('alt.csv', anAlt([{ number: 1, name: 'KARNOWAK, Zoltan' }]))
  own.put('add.csv', anAdd([1]))
  own.put('sdn_comments.csv', '1,"the end of a long remark"\r\n')
  own.put('cons_comments.csv', '1,"the end of a long remark"\r\n')
  const other = await givenAShop({
    SCREENING_DIR: own.path,
    SCREENING_SETTLE: '0.05',
    CLOCK_START: '2026-11-24T12:00:00Z',
  })
  await other.catchUp()
  const answer = await (await givenAnAdministrator(other)).get('/api/v1/screening')
  type Screening = { lists: { name: string; date: string; age: number; old: boolean }[]; faults: unknown[] }
  const { lists, faults } = (await answer.json()) as Screening
  assert.deepEqual(faults, [])
  assert.deepEqual(lists.map(({ name }) => name).toSorted(), [
    'OFAC Specially Designated Nationals',
    'UN Security Council Consolidated List',
  ])
  const { date, age, old } = lists.find(({ name }) => name.startsWith('UN')) ?? assert.fail('no UN list')
  assert.deepEqual([date, age, old], ['2026-02-27', 270, true])
})

test('production does not start without a usable list, and states the cause', async () => {
  const bad = givenAFolder()
  bad.put('csl.csv', first.slice(0, -10))
  const settings = { NODE_ENV: 'production', SANDBOX: 'allow', SCREENING_DIR: bad.path, SCREENING_SETTLE: '0.2' }
  await assert.rejects(givenAShop(settings), (error: Error) =>
    /contains no usable list\.\ncsl\.csv, line \d+: /.test(error.message),
  )
})

test('production starts for the first time with an empty folder if the lists are downloaded, and with them in force', async () => {
  const empty = givenAFolder()
  const mirror = createServer(({ url }, response) =>
    url === '/consolidated.csv' ? response.end(first) : response.writeHead(404).end(),
  )
  whenOver(() => void mirror.close())
  await once(mirror.listen(0, '127.0.0.1'), 'listening')
  const other = await givenAShop({
    NODE_ENV: 'production',
    SANDBOX: 'allow',
    SCREENING_DIR: empty.path,
    SCREENING_SETTLE: '0.1',
    SCREENING_FETCH: 'daily',
    SCREENING_SOURCES: `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`,
  })
  assert.deepEqual(await other.sql('select name from screening_lists'), [{ name: csl }])
})

test('a first start that has a usable list does not wait for downloads', async () => {
  const filled = givenAFolder()
  filled.put('csl.csv', first)
  const { promise: hasStarted, resolve: started } = Promise.withResolvers<void>()
  const slow = createServer((_, response) => void hasStarted.then(() => response.writeHead(404).end()))
  whenOver(() => void slow.close())
  await once(slow.listen(0, '127.0.0.1'), 'listening')
  const other = await givenAShop({
    SCREENING_DIR: filled.path,
    SCREENING_SETTLE: '0.1',
    SCREENING_FETCH: 'daily',
    SCREENING_SOURCES: `http://127.0.0.1:${(slow.address() as AddressInfo).port}`,
  })
  started()
  assert.deepEqual(await other.sql('select name from screening_lists'), [{ name: csl }])
})

test('a folder that does not exist stops the start while no list is in force; an empty one does not, and the start says that names are not compared', async () => {
  const missing = join(givenAFolder().path, 'missing')
  await assert.rejects(givenAShop({ SCREENING_DIR: missing }), {
    message: `SCREENING_DIR names the folder ${missing}, which cannot be read (ENOENT)`,
  })
  const empty = givenAFolder()
  const other = await givenAShop({ SCREENING_DIR: empty.path, SCREENING_SETTLE: '0.05' })
  const notCompared = `Names are not compared yet: SCREENING_DIR (${empty.path}) contains no usable list`
  assert.ok(other.said.includes(notCompared), other.said.join('\n'))
  empty.put('csl.csv', first)
  await eventually('the list', async () => (await other.sql('select from screening_lists')).length > 0)
  await other.restart({ SCREENING_DIR: missing })
  assert.equal((await fetch(`${other.url}/readyz`)).status, 200, 'the list in the database stays in force')
})
