import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'vitest'
import { eventually, givenAnAdministrator, givenAShop } from '../../support/given.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { aConsolidatedList, anAdd, anAlt, anSdn, givenAFolder, manyNames } from '../../support/screening/given-lists.ts'

const folder = givenAFolder()
const shop = await givenAShop({ SCREENING_DIR: folder.path, SCREENING_SETTLE: '0.1' })
const administrator = await givenAnAdministrator(shop)

type Seen = {
  lists: { name: string; hash: string }[]
  faults: { file: string; text: string; accept: string | null }[]
}
const seen = async () => (await (await administrator.get('/api/v1/screening')).json()) as Seen
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const inForce = (content: string) =>
  eventually('the list', async () => (await seen()).lists.some(({ hash }) => hash === sha256(content)))
const refused = (file: string) =>
  eventually(`a refusal of ${file}`, async () => (await seen()).faults.find((fault) => fault.file === file))

const un = (day: string, names: string[]) => {
  const entities = names.map(
    (name) => `<ENTITY><FIRST_NAME>${name}</FIRST_NAME><REFERENCE_NUMBER>${name}</REFERENCE_NUMBER></ENTITY>`,
  )
  return `<CONSOLIDATED_LIST dateGenerated="${day}T00:00:00Z">${entities.join('')}</CONSOLIDATED_LIST>`
}

describe('an edition waits for an administrator', () => {
  test('if it is a beginning of the file in force, cut at the end of a row', async () => {
    const names = manyNames(20)
    const whole = aConsolidatedList(names)
    folder.put('csl.csv', whole)
    await inForce(whole)
    folder.put('csl.csv', aConsolidatedList(names.slice(0, 18)))
    const { text, accept } = await refused('csl.csv')
    assert.deepEqual([text, accept], ['csl.csv is the beginning of the file in force. The rest is missing.', 'take'])
    await inForce(whole)
  })

  test('if it is older than the one in force, whatever the date of the file', async () => {
    const newer = un('2026-02-27', ['Karnovak Mining', 'Karnovak Steel'])
    folder.put('un_consolidated.xml', newer)
    await inForce(newer)
    folder.put('un_consolidated.xml', un('2025-11-01', ['Karnovak Mining', 'Karnovak Copper']))
    const { text, accept } = await refused('un_consolidated.xml')
    assert.match(text, /^un_consolidated\.xml is older than the list in force/)
    assert.equal(accept, 'take')
    await inForce(newer)
  })
})

test('a file in an unsupported format is rejected with a message', async () => {
  for (const name of ['us.json', 'lists.zip', 'uk.ods']) folder.put(name, 'x')
  await eventuallyEqual(async () => {
    const files = (await seen()).faults.map(({ file }) => file)
    return ['us.json', 'lists.zip', 'uk.ods'].filter((name) => files.includes(name)).length
  }, 3)
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

type Shown = { lists: { name: string; note: string | null }[]; faults: { file: string; text: string }[] }
const shownIn = async (language: 'en' | 'de') =>
  (await (await administrator.get('/api/v1/screening', { 'accept-language': language })).json()) as Shown
const textOf = async (file: string, language: 'en' | 'de') =>
  (await shownIn(language)).faults.find((fault) => fault.file === file)?.text ?? ''

describe('administrators read in their own language', () => {
  test('why a file in the folder is rejected; the log states it in English', async () => {
    folder.put('csl.csv', aConsolidatedList([{ name: 'One' }, { name: ' ' }]))
    const english = await eventually('a rejected file', async () => {
      const text = await textOf('csl.csv', 'en')
      return text.includes('line 3') && text
    })
    assert.equal(english, 'csl.csv, line 3: the entry has no name.')
    assert.equal(await textOf('csl.csv', 'de'), 'csl.csv, Zeile 3: Der Eintrag hat keinen Namen.')
    const lines = shop.log.map((line) => JSON.parse(line) as Record<string, unknown>)
    assert.ok(lines.some(({ code, reason }) => code === 'noName' && reason === english))
  })

  test('the note of a list', async () => {
    const note = { code: 'foreignAliases', aliases: 2, entries: 1, aliasFile: 'alt.csv', mainFile: 'sdn.csv' }
    const insert = `insert into screening_lists (id, name, files, hash, date, entries, read_at, confirmed_at, finding)
      values (gen_random_uuid(), $1, '[]', $1, '2026-11-20', 1, now(), now(), $2)`
    await shop.sql(insert, ['Noted', JSON.stringify(note)])
    await shop.sql(insert, ['Plain', null])
    const noteOf = async (name: string) => (await shownIn('de')).lists.find((list) => list.name === name)?.note
    assert.match((await noteOf('Noted')) ?? '', /^2 Aliasse/)
    assert.equal(await noteOf('Plain'), null)
  })
})
