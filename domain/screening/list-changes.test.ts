import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { cutFile, isShorter, newestFile, suspicionAbout, type ListFile } from './list-changes.ts'

const aFile = (given: Partial<ListFile> = {}): ListFile => ({
  file: 'csl.csv',
  rows: 300,
  size: 9000,
  modifiedAt: 2000,
  ...given,
})
const kindOf = (now: Partial<ListFile>, before: Partial<ListFile> = {}) =>
  suspicionAbout([aFile(now)], [aFile(before)])?.kind ?? null

test('a first list is never suspicious, nor is the one in force', () => {
  const file = fc.record({
    file: fc.constant('csl.csv'),
    rows: fc.nat(),
    size: fc.nat(),
    modifiedAt: fc.nat(),
    edition: fc.constantFrom('2026-02-27', '17'),
  })
  fc.assert(
    fc.property(fc.array(file, { minLength: 1, maxLength: 3 }), (files) => {
      assert.equal(suspicionAbout(files, []), null)
      const withRows = files.map((one) => ({ ...one, rows: one.rows + 1 }))
      assert.equal(suspicionAbout(withRows, withRows), null)
    }),
  )
})

test('a file is suspicious if it has two thirds of the rows or fewer, or more than five times as many', () => {
  const rows = [0, 200, 201, 300, 1500, 1501].map((count) => kindOf({ rows: count }))
  assert.deepEqual(rows, ['shrunk', 'shrunk', null, null, null, 'grown'])
  const found = suspicionAbout([aFile(), aFile({ file: 'alt.csv', rows: 7 })], [aFile(), aFile({ rows: 70 })])
  assert.deepEqual(found, {
    file: 'alt.csv',
    kind: 'shrunk',
    finding: { code: 'shrunk', file: 'alt.csv', before: 70, now: 7 },
  })
})

test('the edition decides which list is older, and the time of the newest file where neither states one', () => {
  const editions: [Partial<ListFile>, Partial<ListFile>, string | null][] = [
    [{ edition: '2026-02-26', modifiedAt: 3000 }, { edition: '2026-02-27' }, 'older'],
    [{ edition: '2026-02-27', modifiedAt: 1000 }, { edition: '2026-02-27' }, null],
    [{ modifiedAt: 1999 }, {}, 'older'],
    [{ modifiedAt: 2000 }, {}, null],
    [{ modifiedAt: 1000, edition: '2026-02-27' }, {}, null],
    [{ modifiedAt: 1000 }, { edition: '2026-02-27' }, null],
  ]
  for (const [now, before, kind] of editions) assert.equal(kindOf(now, before), kind, JSON.stringify([now, before]))
  assert.equal(newestFile([aFile({ modifiedAt: 5 }), aFile({ modifiedAt: 7 }), aFile({ modifiedAt: 6 })]), 7)
})

test('every proper beginning of a file in force is found, whichever of the files it is, and nothing else', () => {
  const contents = fc.array(fc.uint8Array({ minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(contents, fc.nat(), fc.nat(), fc.boolean(), (before, which, length, isChanged) => {
      const place = which % before.length
      const files = before.map((content, at) => ({ file: `${at}.csv`, content, size: content.length }))
      const sizes = files.map(({ size }) => ({ size }))
      const joined = Uint8Array.from(before.flatMap((content) => [...content]))
      assert.equal(cutFile(files, sizes, joined), null)
      const cut = (before[place] ?? new Uint8Array()).slice(0, length % (before[place]?.length ?? 1))
      if (isChanged && cut.length > 0) cut[cut.length - 1] = (cut.at(-1) ?? 0) ^ 1
      const shorter = files.map((one, at) => (at === place ? { ...one, content: cut, size: cut.length } : one))
      assert.ok(isShorter(shorter, sizes))
      const found = cutFile(shorter, sizes, joined)
      assert.equal(found?.file ?? null, isChanged && cut.length > 0 ? null : `${place}.csv`)
    }),
  )
})
