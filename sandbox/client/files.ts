import { randomInt } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { JWK } from 'jose'
import type { Times } from './state.ts'

/**
 * What a program stores between its runs. `learnt`: keys that it received, each with the lease that names it, so that the program
 * ignores a key that was added to the file.
 */
export type Memory = {
  lease: string | null
  refusal: string | null
  refreshToken: string | null
  learnt: { key: JWK; lease: string }[]
  times: Times
}

const nothing: Memory = { lease: null, refusal: null, refreshToken: null, learnt: [], times: { floor: 0, mark: 0 } }
/** Age in ms after which the lock of a process that cannot be checked is taken over. */
const abandonedAfter = 60_000

/** The files of one product in one user's profile. Only that user can read them. */
export function openFiles(folder: string) {
  const path = (name: string) => join(folder, name)

  async function read<T>(name: string): Promise<T | null> {
    try {
      return JSON.parse(await readFile(path(name), 'utf8')) as T
    } catch (error) {
      // A damaged file is treated as missing: the user signs in again.
      if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return null
      throw error
    }
  }

  /** Replaces the file atomically: a killed process leaves the old text or the new one. */
  async function write(name: string, value: unknown): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const temporary = path(`${name}.${process.pid}.new`)
    const file = await open(temporary, 'w', 0o600)
    try {
      await file.writeFile(JSON.stringify(value))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path(name))
  }

  return {
    readKey: () => read<JWK>('key.json'),
    writeKey: (key: JWK) => write('key.json', key),
    readMemory: async (): Promise<Memory> => ({ ...nothing, ...(await read<Memory>('licence.json')) }),
    writeMemory: (memory: Memory) => write('licence.json', memory),

    /** Runs `work` in one process of this user at a time. The lock of a killed process is taken over. */
    async locked<T>(work: () => Promise<T>): Promise<T> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      while (!(await take(path('lock')))) {
        if (await isAbandoned(path('lock'))) await takeOver(path('lock'))
        await wait(20 + randomInt(30))
      }
      try {
        return await work()
      } finally {
        await rm(path('lock'), { force: true })
      }
    },
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Removes an abandoned lock. One process at a time checks again, so that two that find it do not remove each other's new lock. */
async function takeOver(lock: string): Promise<void> {
  const guard = `${lock}.guard`
  if (!(await take(guard))) {
    if (await isOlderThan(guard, abandonedAfter)) await rm(guard, { force: true })
    return
  }
  if (await isAbandoned(lock)) await rm(lock, { force: true })
  await rm(guard, { force: true })
}

async function isAbandoned(lock: string): Promise<boolean> {
  const holder = Number(await readFile(lock, 'utf8').catch(() => ''))
  // It was released meanwhile, or its holder is about to write its process id.
  if (!Number.isSafeInteger(holder) || holder <= 0) return isOlderThan(lock, abandonedAfter)
  try {
    process.kill(holder, 0)
    return await isOlderThan(lock, abandonedAfter)
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

async function isOlderThan(file: string, age: number): Promise<boolean> {
  const found = await stat(file).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > age
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code
}
