import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { ListFinding, ListFindingCode } from '../../../domain/screening/list-findings.ts'
import { eventually, givenAnAdministrator, givenAShop } from '../../support/given.ts'
import { aConsolidatedList, givenAFolder } from '../../support/screening/given-lists.ts'

const folder = givenAFolder()
const shop = await givenAShop({ SCREENING_DIR: folder.path, SCREENING_SETTLE: '0.3' })
const administrator = await givenAnAdministrator(shop)

type Shown = { lists: { name: string; note: string | null }[]; faults: { file: string; text: string }[] }
const read = async (language: 'en' | 'de') =>
  (await (await administrator.get('/api/v1/screening', { 'accept-language': language })).json()) as Shown
const textOf = async (file: string, language: 'en' | 'de') =>
  (await read(language)).faults.find((fault) => fault.file === file)?.text ?? ''

/** A finding of each code, with its English and German text for administrators. */
const findings: {
  [C in ListFindingCode]: [Omit<Extract<ListFinding, { code: C }>, 'code'>, english: RegExp, german: RegExp]
} = {
  symbolicLink: [{ file: 'a.csv' }, /^a\.csv is a symbolic link/, /^a\.csv ist eine symbolische Verknüpfung/],
  notAFile: [{ file: 'a.csv' }, /^a\.csv is not a regular file/, /^a\.csv ist keine reguläre Datei/],
  unreadable: [{ file: 'a.csv', reason: 'EACCES' }, /cannot be read \(EACCES\)/, /nicht gelesen werden \(EACCES\)/],
  changing: [{ file: 'a.csv' }, /changed while it was being read/, /hat sich beim Lesen geändert/],
  tooLarge: [{ file: 'a.csv', megabytes: 200 }, /larger than 200 MB/, /größer als 200 MB/],
  empty: [{ file: 'a.csv' }, /^a\.csv is empty/, /^a\.csv ist leer/],
  noEntries: [{ file: 'a.csv' }, /contains no entries/, /enthält keine Einträge/],
  notUtf8: [{ file: 'a.csv', line: 3 }, /^a\.csv, line 3: not valid UTF-8/, /^a\.csv, Zeile 3: kein gültiges UTF-8/],
  notText: [{ file: 'a.csv', line: 3 }, /line 3: this is not text/, /Zeile 3: Das ist kein Text/],
  unclosedQuote: [{ file: 'a.csv', line: 3 }, /quote is never closed/, /Anführungszeichen wird nie geschlossen/],
  textAfterQuote: [{ file: 'a.csv', line: 3 }, /text after a closing quote/, /schließenden Anführungszeichen/],
  columnCount: [{ file: 'a.csv', line: 3, found: 1, expected: 28 }, /: 1 column instead of 28/, /: 1 Spalte statt 28/],
  missingColumns: [{ file: 'a.csv', columns: ['x', 'y'] }, /missing columns: x, y\.$/, /fehlende Spalten: x, y\.$/],
  duplicateColumn: [{ file: 'a.csv', column: 'x' }, /column x appears twice/, /Spalte x kommt zweimal vor/],
  noName: [{ file: 'a.csv', line: 3 }, /entry has no name/, /Eintrag hat keinen Namen/],
  noNumber: [{ file: 'a.csv', line: 3 }, /not an entry number/, /keine Eintragsnummer/],
  duplicateNumber: [{ file: 'a.csv', line: 3, number: '36' }, /number 36 appears twice/, /36 kommt zweimal vor/],
  noReference: [{ file: 'a.csv', line: 3 }, /no reference number/, /keine Referenznummer/],
  notADate: [{ file: 'a.csv', line: 3, column: 'x' }, /x is not a date/, /x ist kein Datum/],
  notXml: [{ file: 'a.xml', line: 3, detail: 'unclosed tag' }, /not valid XML \(uncl/, /kein gültiges XML \(uncl/],
  xmlDoctype: [{ file: 'a.xml', line: 3 }, /document type declaration/, /Dokumenttyp-Deklaration/],
  xmlTooDeep: [{ file: 'a.xml', line: 3 }, /nested too deeply/, /zu tief verschachtelt/],
  wrongRoot: [{ file: 'a.xml', line: 3, found: 'x', expected: 'y' }, /element is x instead/, /Wurzelelement ist x/],
  missingFiles: [
    { present: ['sdn.csv', 'alt.csv'], missing: ['add.csv'] },
    /^sdn\.csv and alt\.csv without add\.csv/,
    /^sdn\.csv und alt\.csv ohne add\.csv/,
  ],
  sameList: [{ file: 'a.csv', other: 'b.csv' }, /are the same list/, /sind dieselbe Liste/],
  unknownFile: [{ file: 'a.csv' }, /not the name of a supported list/, /kein Name einer unterstützten Liste/],
  shrunk: [{ file: 'a.csv', before: 2100, now: 1400 }, /1,400 rows, .* 2,100\./, /1\.400 Zeilen, .* 2\.100\./],
  grown: [{ file: 'a.csv', before: 21, now: 150 }, /more than five times/, /mehr als fünfmal/],
  older: [{ file: 'a.csv' }, /older than the list in force/, /älter als die geltende Liste/],
  truncated: [{ file: 'a.csv' }, /beginning of the file in force/, /Anfang der geltenden Datei/],
  replaced: [{ file: 'a.csv' }, /has been replaced since/, /wurde seitdem ersetzt/],
  gone: [{ files: ['a.csv', 'b.csv'] }, /^a\.csv, b\.csv: no longer/, /^a\.csv, b\.csv: nicht mehr/],
  folderUnreadable: [{ reason: 'ENOENT' }, /folder cannot be read \(ENOENT\)/, /Listenordner kann nicht/],
  notAFolder: [{}, /^SCREENING_DIR is not a folder/, /^SCREENING_DIR ist kein Ordner/],
  readerTimeout: [
    { file: 'sdn.csv', seconds: 120 },
    /sdn\.csv .*within 120 seconds/,
    /sdn\.csv .*innerhalb von 120 Sekunden/,
  ],
  readerFailed: [{ file: 'a.csv' }, /because of an internal error/, /wegen eines internen Fehlers/],
  foreignAliases: [
    { aliases: 2, entries: 1, aliasFile: 'alt.csv', mainFile: 'sdn.csv' },
    /^2 aliases of alt\.csv belong to 1 entry/,
    /^2 Aliasse in alt\.csv gehören zu 1 Eintrag/,
  ],
}

describe('administrators read in their own language', () => {
  test('why a file in the folder is rejected; the log states it in English', async () => {
    folder.put('csl.csv', aConsolidatedList([{ name: 'One' }, { name: ' ' }]))
    const english = await eventually('a rejected file', async () => (await textOf('csl.csv', 'en')) || false)
    assert.equal(english, 'csl.csv, line 3: the entry has no name.')
    assert.equal(await textOf('csl.csv', 'de'), 'csl.csv, Zeile 3: Der Eintrag hat keinen Namen.')
    const lines = shop.log.map((line) => JSON.parse(line) as Record<string, unknown>)
    assert.ok(lines.some(({ code, reason }) => code === 'noName' && reason === english))
  })

  test('every other finding', async () => {
    for (const [code, [values]] of Object.entries(findings))
      await shop.sql(
        `insert into screening_faults (file, hash, kind, finding, at) values ($1, 'made', 'broken', $2, now())`,
        [code, JSON.stringify({ code, ...values })],
      )
    for (const [code, [, english, german]] of Object.entries(findings)) {
      assert.match(await textOf(code, 'en'), english)
      assert.match(await textOf(code, 'de'), german)
    }
  })

  test('the note of a list', async () => {
    const note = { code: 'foreignAliases', ...findings.foreignAliases[0] }
    const insert = `insert into screening_lists (id, name, files, hash, date, entries, read_at, confirmed_at, finding)
      values (gen_random_uuid(), $1, '[]', $1, '2026-11-20', 1, now(), now(), $2)`
    await shop.sql(insert, ['Noted', JSON.stringify(note)])
    await shop.sql(insert, ['Plain', null])
    const noteOf = async (name: string) => (await read('de')).lists.find((list) => list.name === name)?.note
    assert.match((await noteOf('Noted')) ?? '', /^2 Aliasse/)
    assert.equal(await noteOf('Plain'), null)
  })
})
