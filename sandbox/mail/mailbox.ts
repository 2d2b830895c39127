import { mkdir, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** A mail as it arrived. `to` are the addresses it was delivered to, `sentAt` is ISO 8601 by the product's clock. */
export type Message = { id: string; to: string; subject: string; text: string; html: string; sentAt: string }

export type Mailbox = {
  /** Resolves once the message would survive a power cut. One with the id of another takes that one's place. */
  keep(message: Message): Promise<void>
  /** Newest first. */
  messages(): Message[]
}

type Kept = { file: string; message: Message }

const fileName = /^(\d{12})-[\w-]+\.json$/

/** A mailbox as a folder of files, one a message, of which the newest `most` are kept. Makes the folder if need be. */
export async function openMailbox(folder: string, most: number): Promise<Mailbox> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const read = await readMailbox(folder)
  // By id, oldest first.
  const kept = new Map(read.map((one) => [one.message.id, one]))
  let next = Number(fileName.exec(read.at(-1)?.file ?? '')?.[1] ?? 0) + 1
  let last: Promise<unknown> = Promise.resolve()

  async function write(message: Message): Promise<void> {
    const before = kept.get(message.id)
    const file = before?.file ?? `${String(next++).padStart(12, '0')}-${message.id}.json`
    // Its moment stays that of the first arrival: a mail sent again is still the same mail.
    const now = before ? { ...message, sentAt: before.message.sentAt } : message
    await writeWhole(folder, file, JSON.stringify(now))
    kept.set(message.id, { file, message: now })
    for (const [id, old] of kept) {
      if (kept.size <= most) break
      kept.delete(id)
      await unlink(join(folder, old.file)).catch(ignoreMissing)
    }
  }

  return {
    keep(message) {
      // One after the other: two of the same id must not both find no other there.
      const mine = last.then(() => write(message))
      last = mine.catch(() => undefined)
      return mine
    },
    messages: () => [...kept.values()].map(({ message }) => message).toReversed(),
  }
}

/** A developer may have deleted the file. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

async function readMailbox(folder: string): Promise<Kept[]> {
  const kept: Kept[] = []
  for (const file of (await readdir(folder)).toSorted()) {
    // Half-written by a process that was killed; never acknowledged.
    if (file.endsWith('.part')) await rm(join(folder, file), { force: true })
    if (!fileName.test(file)) continue
    kept.push({ file, message: JSON.parse(await readFile(join(folder, file), 'utf8')) as Message })
  }
  return kept
}

async function writeWhole(folder: string, file: string, content: string): Promise<void> {
  const part = join(folder, `${file}.part`)
  const handle = await open(part, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(part, join(folder, file))
  await syncFolder(folder)
}

async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
