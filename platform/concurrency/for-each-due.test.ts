import assert from 'node:assert/strict'
import { test } from 'vitest'
import { forEachDue } from './for-each-due.ts'

test('work on due rows continues after a failed row, page by page, to the end, unless the report throws', async () => {
  const rows = Array.from({ length: 7 }, (_, index) => ({ id: String(index) }))
  const worked: string[] = []
  const reported: string[] = []
  const pages = async (after: { id: string } | null) => {
    const from = after === null ? 0 : Number(after.id) + 1
    return rows.slice(from, from + 3)
  }
  const work = async ({ id }: { id: string }) => {
    worked.push(id)
    if (Number(id) % 2 === 0) throw new Error(`row ${id}`)
  }
  await forEachDue(pages, work, { report: (error, id) => reported.push(`${id}: ${(error as Error).message}`) })
  assert.equal(worked.join(''), '0123456')
  assert.deepEqual(reported, ['0: row 0', '2: row 2', '4: row 4', '6: row 6'])

  worked.length = 0
  const report = (error: unknown) => {
    throw error
  }
  await assert.rejects(forEachDue(rows, work, { report }), { message: 'row 0' })
  assert.equal(worked.join(''), '0')
})

test('work on due rows ends after the current row when the signal aborts', async () => {
  const stopping = new AbortController()
  const worked: string[] = []
  const work = async ({ id }: { id: string }) => {
    worked.push(id)
    if (id === 'b') stopping.abort()
  }
  const rows = ['a', 'b', 'c'].map((id) => ({ id }))
  await forEachDue(rows, work, { report: () => assert.fail(), signal: stopping.signal })
  assert.deepEqual(worked, ['a', 'b'])
})
