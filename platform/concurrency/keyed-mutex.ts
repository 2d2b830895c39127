/** Performs work once earlier work under the same key is over. Rejects if the work does. */
export type Serialize = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Serialises work within this process. The database's locks alone keep the data right, but a request that waits for a
 * lock holds a connection, and fifty clicks of one person would use all of them and block everyone else.
 */
export function createKeyedMutex(): Serialize {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key)
    const mine = before ? before.then(work, work) : work()
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
