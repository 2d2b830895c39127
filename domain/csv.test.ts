import assert from 'node:assert/strict'
import { test } from 'vitest'
import { csvCell, csvLine } from './csv.ts'

test('a line has commas between its cells and ends with CR LF', () => {
  assert.equal(csvLine(['Name', '', 'a b']), 'Name,,a b\r\n')
})

test('cells with commas, quotes, line ends or blanks at an end are quoted, quotes doubled', () => {
  assert.deepEqual(['a,b', 'say "hi"', 'two\nlines', 'two\r\nlines', ' a', 'a ', 'plain', ''].map(csvCell), [
    '"a,b"',
    '"say ""hi"""',
    '"two\nlines"',
    '"two\r\nlines"',
    '" a"',
    '"a "',
    'plain',
    '',
  ])
})

test('text that a spreadsheet could run as a formula is quoted, also after blanks and separators and in full-width characters', () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(1)', ' =1', '\u00a0=1', '\u200b@a', '\ufeff+a', '＝1', '　－1', '\tx', '\rx', '\nx', '\0x', '\u0001=x'] // prettier-ignore
  for (const formula of formulas) assert.equal(csvCell(formula), `"'${formula}"`)
  assert.equal(csvLine([-1, '-1']), `-1,"'-1"\r\n`)
  for (const separator of [';', '; ', '\t', '\n', '\r\n', ';\u00a0'])
    assert.equal(csvCell(`so${separator}=1${separator}@b`), `"so${separator}'=1${separator}'@b"`)
  for (const harmless of ['a=b', 'a; b', 'Smith-Jones', 'a@b.example', '’=', "'=1"])
    assert.equal(csvCell(harmless), harmless)
})
