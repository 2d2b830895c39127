import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { readList } from './read-list.ts'
import { openListFolder } from './open-folder.ts'
import { ListFault } from 'name-screening/lists'
import {
  aConsolidatedList,
  aDpl,
  anAdd,
  anAlt,
  anSdn,
  givenAFolder,
  rejects,
} from '../../../test/support/screening/given-lists.ts'

const un = 'UN Security Council Consolidated List'
const eu = 'EU Consolidated Financial Sanctions List'
const uk = 'UK Sanctions List'
const euHead =
  'fileGenerationDate;Entity_LogicalId;Entity_EU_ReferenceNumber;Entity_SubjectType_ClassificationCode;Entity_Regulation_Programme;NameAlias_WholeName'
const ukHead =
  'Last Updated,Unique ID,OFSI Group ID,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Name non-latin script,Regime Name,Designation Type'
const names = ['Zoltán Karnovak', 'Ilse Vantongeren', 'Ximena Álvarado']

/** A fictional file of each publisher and format, with an entry for each name. */
const files: [list: string, file: string, write: (names: readonly string[]) => string][] = [
  ['US Consolidated Screening List', 'csl.csv', (all) => aConsolidatedList(all.map((name) => ({ name })))],
  ['BIS Denied Persons List', 'dpl.txt', (all) => aDpl(all.map((name) => ({ name })))],
  [
    un,
    'un_consolidated.xml',
    (all) =>
      `<CONSOLIDATED_LIST dateGenerated="2026-02-27"><INDIVIDUALS>\n${all
        .map(
          (name, at) =>
            `<INDIVIDUAL><FIRST_NAME>${name}</FIRST_NAME><REFERENCE_NUMBER>X.${at}</REFERENCE_NUMBER></INDIVIDUAL>`,
        )
        .join('\n')}\n</INDIVIDUALS></CONSOLIDATED_LIST>`,
  ],
  [
    eu,
    'eu.xml',
    (all) =>
      `<export generationDate="2026-02-27">\n${all
        .map(
          (name, at) =>
            `<sanctionEntity euReferenceNumber="EU.${at}.1"><subjectType classificationCode="person"/><nameAlias wholeName="${name}"/></sanctionEntity>`,
        )
        .join('\n')}\n</export>`,
  ],
  [
    eu,
    'eu.csv',
    (all) => [euHead, ...all.map((name, at) => `27/02/2026;${at};EU.${at}.1;P;UKR;${name}`)].join('\n') + '\n',
  ],
  [
    uk,
    'uk.xml',
    (all) =>
      `<Designations><DateGenerated>27/02/2026</DateGenerated>\n${all
        .map(
          (name, at) =>
            `<Designation><UniqueID>RUS${at}</UniqueID><Names><Name><Name6>${name}</Name6><NameType>Primary Name</NameType></Name></Names><IndividualEntityShip>Individual</IndividualEntityShip></Designation>`,
        )
        .join('\n')}\n</Designations>`,
  ],
  [
    uk,
    'uk.csv',
    (all) =>
      [ukHead, ...all.map((name, at) => `01/02/2026,RUS${at},1,${name},,,,,,Primary Name,,,Russia,Individual`)].join(
        '\n',
      ) + '\n',
  ],
]

for (const [list, file, write] of files)
  describe(`a file ${file}`, () => {
    const read = (content: string | Uint8Array) => readList(list, [{ file, content: Buffer.from(content) }])
    const refused = rejects(new RegExp(`^${file.replace('.', '\\.')}\\b`))

    it('is read if it is intact, and rejected without entries, in another encoding, compressed, or as an error page', () => {
      const found = read(write(names)).entries.map((entry) => entry.names[0]?.name)
      assert.deepEqual(found, names)
      for (const content of [write([]), '', '\n\n', '\u{FEFF}']) assert.throws(() => read(content), refused)
      const sound = write(names)
      const zip = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0]), Buffer.from(sound, 'utf16le')])
      for (const content of [
        Buffer.from(sound, 'latin1'),
        Buffer.from(`\uFEFF${sound}`, 'utf16le'),
        Buffer.from(sound.replace('Karnovak', 'Karno\0vak')),
        zip,
        '<!doctype html><html><body>Service unavailable</body></html>',
      ])
        assert.throws(() => read(content), refused)
    })

    it('is rejected if cut anywhere, or read up to the cut', () => {
      const sound = Buffer.from(write(names))
      fc.assert(
        fc.property(fc.nat(sound.length - 1), (length) => {
          try {
            const found = read(sound.subarray(0, length)).entries.map((entry) => entry.names[0]?.name ?? '')
            assert.ok(names.join().startsWith(found.join()), found.join())
          } catch (error) {
            if (!(error instanceof ListFault)) throw error
          }
        }),
        { numRuns: 60 },
      )
    })
  })

it('the three OFAC files without entries are rejected', () => {
  const three = (sdn: string) =>
    readList('OFAC Specially Designated Nationals', [
      { file: 'sdn.csv', content: Buffer.from(sdn) },
      { file: 'alt.csv', content: Buffer.from(anAlt([])) },
      { file: 'add.csv', content: Buffer.from(anAdd([1])) },
    ])
  for (const sdn of ['', '\n', '\u001A']) assert.throws(() => three(sdn), ListFault)
  assert.equal(three(anSdn([{ number: 1, name: 'KARNOVAK' }])).entries.length, 1)
})

describe('a list that takes too long', () => {
  const dpl = Buffer.from(aDpl([{ name: 'Zoltán Karnovak' }]))

  it('is rejected with a reason when its time is up, and the next one is read', async () => {
    const folder = givenAFolder().path
    const inNoTime = openListFolder(folder, () => undefined, 1)
    assert.deepEqual(await inNoTime.understand('BIS Denied Persons List', [{ file: 'dpl.txt', content: dpl }]), {
      finding: { code: 'readerTimeout', file: 'dpl.txt', seconds: 0.001 },
    })
    const inTime = openListFolder(folder, () => undefined)
    const read = await inTime.understand('BIS Denied Persons List', [{ file: 'dpl.txt', content: dpl }])
    assert.equal('entries' in read && read.entries, 1)
  })

  it('does not result from thousands of unclosed quotes in a remark', () => {
    const remarks = "a.k.a. 'X".repeat(60_000)
    const sdn = anSdn([{ number: 1, name: 'KARNOVAK, Zoltan', remarks }])
    const read = readList('OFAC Specially Designated Nationals', [
      { file: 'sdn.csv', content: Buffer.from(sdn) },
      { file: 'alt.csv', content: Buffer.from(anAlt([])) },
      { file: 'add.csv', content: Buffer.from(anAdd([1])) },
    ])
    assert.equal(read.entries.length, 1)
  })
})
