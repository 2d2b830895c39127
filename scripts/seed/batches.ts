import { on } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Brand } from '../../domain/catalogue/brand.ts'
import type { Catalogue } from '../../server/catalogue.ts'
import { createRandom, type Random } from './random.ts'
import { makePeople, type SeedContext } from './people.ts'
import { createWriter, type Table } from './rows.ts'

export type Task = {
  subscribers: number
  seed: number
  now: Date
  catalogue: Catalogue
  brand: Brand
  lists: SeedContext['lists']
  domains: Set<string>
  /** The approximate maximum of paying people. */
  payers: number
}

/** A batch of people: the number so far, and the new lines of each table. */
export type Batch = { made: number; tables: { table: Table; count: number; lines: Uint8Array }[] }

const size = 2_000
/** The share of a seed's people with an active paid subscription. */
const payingShare = 0.36
/** How many batches are ready while the database stores one. */
const ahead = 6

/** Creates people on a separate thread, while the database stores earlier ones. */
export async function* makeBatches(task: Task): AsyncGenerator<Batch> {
  const worker = new Worker(new URL(import.meta.url), { workerData: task })
  try {
    for (let turn = 0; turn < ahead; turn += 1) worker.postMessage('more', [])
    for await (const [batch] of on(worker, 'message') as AsyncIterable<[Batch]>) {
      yield batch
      if (batch.made === task.subscribers) return
      worker.postMessage('more', [])
    }
  } finally {
    await worker.terminate()
  }
}

/** A generator only for subscribers' ids, in order: the same for a seed, whatever exists already. */
export const idsOf = (seed: number): Random => createRandom(2 ** 32 + seed)

/** Who acts in the admin area of a seeded shop. */
export function administratorsOf({ supportEmail }: Brand): string[] {
  const domain = supportEmail.split('@')[1] ?? 'localhost'
  return ['amara.okafor', 'jonas.weber', 'mei.tanaka', 'lucia.ferreira'].map((name) => `${name}@${domain}`)
}

function* batches({ subscribers, seed, now, catalogue, brand, lists, domains, payers }: Task): Generator<Batch> {
  const random = createRandom(seed)
  const administrators = administratorsOf(brand)
  const writer = createWriter(random, brand, administrators)
  let made = 0
  const share = payers / (payingShare * subscribers)
  const pays = () => share >= 1 || random.happens(share)
  const context: SeedContext = { random, ids: idsOf(seed), now, catalogue, lists, administrators, domains, pays }
  for (const person of makePeople(context, subscribers)) {
    writer.add(person)
    made += 1
    if (made % size !== 0 && made < subscribers) continue
    const text = new TextEncoder()
    const tables = [...writer.take()].map(([table, lines]) => {
      return { table, count: lines.length, lines: text.encode(lines.join('')) }
    })
    yield { made, tables }
  }
}

if (!isMainThread && parentPort) {
  const port = parentPort
  const rest = batches(workerData as Task)
  port.on('message', () => {
    const next = rest.next()
    if (next.done !== true)
      port.postMessage(
        next.value,
        next.value.tables.map(({ lines }) => lines.buffer as ArrayBuffer),
      )
  })
}
