import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { FileThere, FolderScan } from '../screening/port.ts'
import type { KeptList } from '../store/screening/screening-lists.ts'
import { createDebounce } from './debounce.ts'

const at = (file: string, size: number): FileThere => ({ file, size, modifiedAt: 1000 + size, inode: 1 })
const look = (...files: FileThere[]): FolderScan => ({
  there: true,
  lists: [{ name: 'List', files }],
  faults: [],
  checked: new Map(),
})

test('a file that still grows is left alone; one that was unchanged for long enough is due', () => {
  const selectStable = createDebounce(100)
  assert.deepEqual(
    [selectStable(look(at('a', 1)), [], 0).lists.length, selectStable(look(at('a', 2)), [], 90).lists.length],
    [0, 0],
  )
  assert.deepEqual(
    [selectStable(look(at('a', 2)), [], 189).isChanging, selectStable(look(at('a', 2)), [], 190).isChanging],
    [true, false],
  )
  assert.equal(selectStable(look(at('a', 2)), [], 190).lists.length, 1)
})

test('if only some files of a list are new, the shop waits for the others', () => {
  const selectStable = createDebounce(100)
  const kept = [at('a', 1), at('b', 1)].map(({ file, size, modifiedAt }) => ({
    file,
    size,
    modifiedAt,
    hash: '',
    rows: 1,
  }))
  const inForce: KeptList[] = [
    {
      id: '1',
      name: 'List',
      files: kept,
      hash: 'h',
      date: '2026-11-20',
      entries: 1,
      finding: null,
      read_at: new Date(0),
      accepted_by: null,
      comment: null,
      confirmed_at: new Date(0),
      fetched_at: null,
    },
  ]
  const half = look(at('a', 2), at('b', 1))
  const due = (when: number) => selectStable(half, inForce, when).lists.length
  assert.deepEqual([due(0), due(499), due(500)], [0, 0, 1])
  const whole = look(at('a', 2), at('b', 2))
  assert.deepEqual(
    [0, 100].map((when) => selectStable(whole, inForce, 600 + when).lists.length),
    [0, 1],
  )
})

test('a fault is reported only once it persists', () => {
  const selectStable = createDebounce(100)
  const fault = { file: 'a', hash: '', kind: 'broken' as const, finding: { code: 'notAFile' as const, file: 'a' } }
  const wrong: FolderScan = { there: true, lists: [], faults: [fault], checked: new Map() }
  assert.deepEqual([selectStable(wrong, [], 0).faults, selectStable(wrong, [], 100).faults], [[], [fault]])
  assert.deepEqual(selectStable({ ...wrong, faults: [] }, [], 200).faults, [])
  assert.deepEqual(selectStable(wrong, [], 300).faults, [], 'it appeared again')
})
