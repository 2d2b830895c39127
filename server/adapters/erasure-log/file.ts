import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ErasureLog } from './port.ts'

/**
 * An id and the moment that follow one another: a line that a crash tore may stand before a whole one, which is found all
 * the same. The torn one is written again.
 */
const entries = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?= \d{4}-\d\d-\d\dT)/g

/**
 * The erasure log in a file, one line each. It is made if need be, not so its folder: one that is missing is a disk that is not
 * mounted. Opened again for each entry, as it may be moved or replaced meanwhile. Rejects when it cannot be written.
 */
export async function openErasureLog(file: string): Promise<ErasureLog> {
  const append = async (text: string) => {
    await using handle = await open(file, 'a', 0o600)
    await handle.appendFile(text)
    await handle.sync()
  }
  await append('')
  return {
    add: ({ subscriber, at }) => append(`${subscriber} ${at}\n`),
    all: async () => [...new Set((await readFile(file, 'utf8')).match(entries))],
  }
}

/**
 * An erasure log in two places: an entry is stored once it is in both, and an entry of either counts. One that is in the first
 * only, because the second is newer than it, is added there. The second's folder is created.
 */
export async function openErasureLogs(file: string, copy: string): Promise<ErasureLog> {
  await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
  const [first, second] = [await openErasureLog(file), await openErasureLog(copy)]
  const known = new Set(await second.all())
  const whole = /^([0-9a-f-]{36}) (\d{4}-\d\d-\d\dT\S+)$/gm
  for (const [, subscriber = '', at = ''] of (await readFile(file, 'utf8')).matchAll(whole))
    if (!known.has(subscriber)) await second.add({ subscriber, at })
  return {
    async add(entry) {
      await first.add(entry)
      await second.add(entry)
    },
    all: async () => [...new Set([...(await first.all()), ...(await second.all())])],
  }
}
