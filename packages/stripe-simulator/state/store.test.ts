import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'vitest'
import { openStore } from './store.ts'

async function aFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'payment-store-'))
  t.onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a transaction that throws leaves no trace, in memory or on disk; a nested one undoes only its own part', async (t) => {
  const folder = await aFolder(t)
  const store = await openStore(folder)
  assert.throws(() =>
    store.together(() => {
      store.put('gone', { id: 'a' })
      throw new Error('no')
    }),
  )
  store.together(() => {
    store.put('gone', { id: 'b' })
    assert.throws(() =>
      store.together(() => {
        store.remove('gone', 'b')
        store.put('gone', { id: 'c' })
        throw new Error('no')
      }),
    )
  })
  assert.deepEqual(store.all('gone'), [{ id: 'b' }])
  await store.close()
  await using again = await openStore(folder)
  assert.deepEqual(again.all('gone'), [{ id: 'b' }])
})

test('after kill -9 everything acknowledged is restored, without a torn last line', async (t) => {
  const folder = await aFolder(t)
  const program = `
    import { openStore } from ${JSON.stringify(new URL('store.ts', import.meta.url).href)}
    const store = await openStore(${JSON.stringify(folder)})
    for (let i = 0; ; i++) {
      store.together(() => { store.put('gone', { id: 'a' + i }); store.put('gone', { id: 'b' + i }) })
      await store.kept()
      console.log(i)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let last = -1
  for await (const line of createInterface(child.stdout)) {
    last = Number(line)
    if (last === 200) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  await appendFile(join(folder, 'journal.ndjson'), '[["gone","torn",{"id":')
  const store = await openStore(folder)
  const ids = new Set(store.all('gone').map(({ id }) => id))
  for (let i = 0; i <= last; i++) assert.ok(ids.has(`a${i}`) && ids.has(`b${i}`), `${i}`)
  assert.equal(ids.size % 2, 0, 'halves of one piece of work never come alone')
  store.together(() => store.put('gone', { id: 'after' }))
  await store.close()
  await using again = await openStore(folder)
  assert.ok(again.get('gone', 'after'))
})

test('a long journal is folded into a snapshot, in the same order, and the store continues from there', async (t) => {
  const folder = await aFolder(t)
  const rows = Array.from({ length: 50 }, (_, i) => ({ id: `r${i}`, filler: 'x'.repeat(100_000) }))
  const store = await openStore(folder)
  for (const row of rows) store.together(() => store.put('gone', row))
  await store.close()
  const again = await openStore(folder)
  assert.equal((await stat(join(folder, 'journal.ndjson'))).size, 0)
  again.together(() => again.put('gone', { id: 'after' }))
  await again.close()
  await using last = await openStore(folder)
  assert.deepEqual(
    last.all('gone').map(({ id }) => id),
    [...rows.map(({ id }) => id), 'after'],
  )
})
