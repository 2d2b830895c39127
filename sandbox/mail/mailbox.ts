import { mkdir, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * An email as it arrived. `to` are the addresses to which it was delivered, `sentAt` is ISO 8601 by the product's
 * clock.
 */
export type Message = { id: string; to: string; subject: string; text: string; html: string; sentAt: string }

export type Mailbox = {
  /** Resolves once the message would survive a power cut. A message with an existing id replaces the earlier one. */
  keep(message: Message): Promise<void>
  /** Newest first. */
  messages(): Message[]
}

type StoredMessage = { file: string; message: Message }

const fileName = /^(\d{12})-[\w-]+\.json$/

/**
 * Opens a mailbox, a folder with one file per message, of which the newest `most` are kept. Creates the folder if
 * needed.
 */
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
    // The time stays that of the first arrival, because an email sent again is the same email.
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
      // One after the other, so that two with the same id do not both find no earlier one.
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

async function readMailbox(folder: string): Promise<StoredMessage[]> {
  const kept: StoredMessage[] = []
  for (const file of (await readdir(folder)).toSorted()) {
    // A half-written file of a killed process was never acknowledged.
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
  // Windows cannot open folders.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
