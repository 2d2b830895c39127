import type { Memory } from './files.ts'
import type { DeviceKey } from './requests.ts'
import type { DeviceTexts } from './sign-in.ts'
import { timesReceived, timesSeen } from './state.ts'
import { readLease, type Refusal, type Trust } from './statements.ts'

/** Returns the request of a computer without a network, signed by its key: the text of a `.req`. `system`: seconds since 1970. */
export function requestText(key: DeviceKey, product: string, device: DeviceTexts, system: number): Promise<string> {
  return key.sign({ typ: 'licence-request+jwt' }, { v: 1, product, ...device, iat: system })
}

/**
 * Returns what a program stores after it opened a licence file. A user can open a file again at any time, unlike a response, so only
 * the newest one proves the time, and a file adds no key. Rejects with one sentence if the file is not for the key with this
 * thumbprint, or is older than the refusal that the program has.
 */
export async function withFile(
  memory: Memory,
  text: string,
  trust: Trust,
  jkt: string,
  refusal: Refusal | null,
  system: number,
): Promise<Memory> {
  const read = await readLease(text, trust, jkt)
  if ('why' in read) throw new Error(`This is not a licence file for this computer (${read.why}).`)
  const lease = read.valid
  if (refusal && refusal.iat >= lease.iat) throw new Error('This licence file has been ended since. Ask for another.')
  // Applies even after signing out, which keeps the floor.
  if (lease.iat < memory.times.floor) throw new Error('A newer licence was received since. Ask for another file.')
  const isNewest = lease.iat > memory.times.floor
  const times = isNewest
    ? timesReceived(memory.times, lease.iat, lease, system)
    : timesSeen(memory.times, lease, system)
  return { ...memory, lease: text, refusal: null, refreshToken: null, times }
}
