import type { JWK } from 'jose'
import type { Memory, openFiles } from './files.ts'
import { openDeviceKey, type DeviceKey } from './requests.ts'
import { namedKeys, readLease, readRefusal, readStatement, type Lease, type Refusal, type Trust } from './statements.ts'

/** What a program has on its disk. `trust` includes the keys that it received. */
export type LoadedState = {
  memory: Memory
  key: DeviceKey | null
  trust: Trust
  lease: Lease | null
  refusal: Refusal | null
}

/** Reads and verifies everything on the disk. An invalid part is treated as missing. */
export async function loadState(files: ReturnType<typeof openFiles>, built: Trust): Promise<LoadedState> {
  const memory = await files.readMemory()
  const stored = await files.readKey()
  // A key that cannot sign, for example without its private part, is treated as missing.
  const key = stored && (await openDeviceKey(stored).catch(() => null))
  const trust: Trust = { ...built, keys: await trustedKeys(memory, built) }
  const lease = key && memory.lease !== null ? await readLease(memory.lease, trust, key.jkt) : null
  const refusal = key && memory.refusal !== null ? await readRefusal(memory.refusal, trust, key.jkt, null) : null
  return {
    memory,
    key,
    trust,
    lease: lease && 'valid' in lease ? lease.valid : null,
    refusal: refusal && 'valid' in refusal ? refusal.valid : null,
  }
}

/** A received key is valid if a lease names it and an earlier valid key signed that lease. */
async function trustedKeys({ learnt }: Memory, built: Trust): Promise<JWK[]> {
  const keys = [...built.keys]
  for (const { key, lease } of learnt) {
    const read = await readStatement(lease, 'licence+jwt', { ...built, keys })
    if ('valid' in read) keys.push(...(await namedKeys(read.valid as Lease, [key], keys)))
  }
  return keys
}
