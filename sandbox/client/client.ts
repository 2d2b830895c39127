import { randomInt } from 'node:crypto'
import { hostname, platform, release } from 'node:os'
import type { JWK } from 'jose'
import { openFiles, type Memory } from './files.ts'
import { requestText, withFile } from './licence-file.ts'
import { createRequests, newDeviceKey, openDeviceKey, type Answer, type DeviceKey } from './requests.ts'
import { signInByBrowser, signInByCode, type DeviceTexts } from './sign-in.ts'
import { stateAt, timesReceived, timesSeen, type State } from './state.ts'
import { namedKeys, readLease, readRefusal, readStatement, type Lease, type Refusal, type Trust } from './statements.ts'

const day = 86_400_000
/** How far, in seconds, a lease may be older than the newest one received. */
const clockSkew = 300

/**
 * `server` is the address of the shop; `folder` is in the user's profile; `now` returns the system time in ms. `fetch` is the
 * program's own, if it has one; Node's uses the proxy of the environment with NODE_USE_ENV_PROXY=1.
 */
export type ClientOptions = Trust & {
  server: string
  folder: string
  device?: Partial<DeviceTexts>
  now?: () => number
  fetch?: typeof fetch
}

export type Client = {
  /** Reads the files and the clock. Never uses the network. */
  state(): Promise<State>
  /** Requests the next lease; without `force` only if one is due. A failed request leaves the lease as it is. */
  renew(options?: { force?: boolean }): Promise<State>
  signIn(open: (address: string) => unknown): Promise<State>
  signInByCode(
    show: (code: string, address: string) => unknown,
    pause?: (seconds: number) => Promise<unknown>,
  ): Promise<State>
  signOut(): Promise<void>
  /**
   * Returns the text of a request for a licence file, which a person takes to a browser. Creates the key if there is
   * none.
   */
  fileRequest(): Promise<string>
  /** Opens the text of a licence file. If it is not for this computer, rejects with one sentence and changes nothing. */
  readFile(text: string): Promise<State>
  /**
   * Renews now and every 24 hours, with a random delay so that programs do not all renew together. Returns a function
   * to stop it.
   */
  keepRenewed(changed: (state: State) => void): () => void
}

/** A program with its key and its lease. Several processes of a user may use the same folder concurrently. */
export function createClient(options: ClientOptions): Client {
  const { folder, product, sandbox = false } = options
  const files = openFiles(folder)
  const system = () => Math.floor((options.now?.() ?? Date.now()) / 1000)
  const device = { name: hostname(), system: `${platform()} ${release()}`, version: '', ...options.device }
  let requests: { jkt: string; post: ReturnType<typeof createRequests> } | null = null

  /** Reads and verifies everything on the disk. An invalid part is treated as missing. */
  async function load(): Promise<Loaded> {
    const memory = await files.readMemory()
    const stored = await files.readKey()
    // A key that cannot sign, for example without its private part, is treated as missing.
    const key = stored && (await openDeviceKey(stored).catch(() => null))
    const trust: Trust = { issuer: options.issuer, product, keys: await keysOf(memory), sandbox }
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
  async function keysOf({ learnt }: Memory): Promise<JWK[]> {
    const keys = [...options.keys]
    for (const { key, lease } of learnt) {
      const read = await readStatement(lease, 'licence+jwt', { issuer: options.issuer, product, keys, sandbox })
      if ('valid' in read) keys.push(...(await namedKeys(read.valid as Lease, [key], keys)))
    }
    return keys
  }

  async function look(): Promise<State> {
    const { memory, lease, refusal } = await load()
    const state = stateAt(lease, refusal, memory.times, system())
    const times = timesSeen(memory.times, lease, system())
    if (times.mark !== memory.times.mark) await files.writeMemory({ ...memory, times })
    return state
  }

  const postWith = (key: DeviceKey) => {
    if (requests?.jkt !== key.jkt) requests = { jkt: key.jkt, post: createRequests(key, options.fetch) }
    return requests.post
  }
  const serverOf = ({ lease }: Loaded) => lease?.base ?? options.server

  /** Stores only those parts of a response that are signed for this program. */
  async function receive(
    { memory, trust, lease: before }: Loaded,
    key: DeviceKey,
    { body, request }: Answer,
  ): Promise<void> {
    const text = (name: string) => (typeof body?.[name] === 'string' ? body[name] : '')
    const lease = await readLease(text('licence'), trust, key.jkt)
    if ('valid' in lease && text('refresh_token') !== '') {
      // A lease names no request, so an older one may be a replayed response. The clocks of two servers may differ a little.
      if (lease.valid.iat < memory.times.floor - clockSkew) return
      // Two renewals within one second have the same `iat`.
      const isNewest = lease.valid.iat > memory.times.floor || lease.valid.seq > (before?.seq ?? 0)
      const offered = (body?.['licence_keys'] as { keys?: JWK[] } | undefined)?.keys ?? []
      const named = await namedKeys(lease.valid, offered, trust.keys)
      return files.writeMemory({
        lease: text('licence'),
        refusal: null,
        refreshToken: text('refresh_token'),
        learnt: [...memory.learnt, ...named.map((found) => ({ key: found, lease: text('licence') }))],
        times: isNewest
          ? timesReceived(memory.times, lease.valid.iat, lease.valid, system())
          : timesSeen(memory.times, lease.valid, system()),
      })
    }
    const refusal = await readRefusal(text('licence_refusal'), trust, key.jkt, request)
    if ('why' in refusal) return
    const times = timesReceived(memory.times, refusal.valid.iat, null, system())
    await files.writeMemory({ ...memory, refusal: text('licence_refusal'), times })
  }

  /** Reads the disk, and creates a key for licence requests if there is none. */
  async function loadWithKey(): Promise<Loaded & { key: DeviceKey }> {
    const before = await load()
    // After `copied` another disk has the same key, so this program creates a new one.
    if (before.key && before.refusal?.reason !== 'copied') return { ...before, key: before.key }
    await files.writeKey(await newDeviceKey())
    const { key, ...after } = await load()
    if (!key) throw new Error(`The key in ${folder} cannot be opened.`)
    return { ...after, key }
  }

  async function signInBy(ask: (grant: Parameters<typeof signInByBrowser>[0]) => Promise<Answer>): Promise<State> {
    const loaded = await files.locked(loadWithKey)
    const { key } = loaded
    const grant = { server: serverOf(loaded), product, jkt: key.jkt, device, post: postWith(key) }
    const answer = await ask(grant)
    return files.locked(async () => {
      await receive(await load(), key, answer)
      return look()
    })
  }

  const client: Client = {
    state: () => files.locked(look),
    signIn: (open) => signInBy((grant) => signInByBrowser(grant, open)),
    signInByCode: (show, pause) => signInBy((grant) => signInByCode(grant, show, pause)),

    renew: ({ force = false } = {}) =>
      files.locked(async () => {
        const loaded = await load()
        const { memory, key, lease, refusal } = loaded
        const { state } = stateAt(lease, refusal, memory.times, system())
        // Another process may have renewed while this one waited for the lock.
        const isDue = force || !lease || state === 'refused' || state === 'clock' || system() >= lease.renew
        if (key && memory.refreshToken !== null && isDue && refusal?.reason !== 'copied') {
          const form = { grant_type: 'refresh_token', client_id: product, refresh_token: memory.refreshToken }
          const answer = await postWith(key)(`${serverOf(loaded)}/licence/token`, form).catch(() => null)
          if (answer) await receive(loaded, key, answer)
        }
        return look()
      }),

    signOut: () =>
      files.locked(async () => {
        const loaded = await load()
        const { memory, key } = loaded
        if (key && memory.refreshToken !== null)
          await postWith(key)(`${serverOf(loaded)}/licence/revoke`, {
            client_id: product,
            token: memory.refreshToken,
          }).catch(() => null)
        await files.writeMemory({ ...memory, lease: null, refusal: null, refreshToken: null })
      }),

    fileRequest: () => files.locked(async () => requestText((await loadWithKey()).key, product, device, system())),

    readFile: (text) =>
      files.locked(async () => {
        const { memory, key, trust, refusal } = await load()
        if (!key) throw new Error('This computer has not asked for a licence file.')
        await files.writeMemory(await withFile(memory, text.trim(), trust, key.jkt, refusal, system()))
        return look()
      }),

    keepRenewed(changed) {
      let timer: NodeJS.Timeout | undefined
      const again = () => {
        client.renew().then(changed, () => undefined)
        timer = setTimeout(again, day + randomInt(day / 24))
        timer.unref()
      }
      again()
      return () => clearTimeout(timer)
    },
  }
  return client
}

type Loaded = {
  memory: Memory
  key: DeviceKey | null
  trust: Trust
  lease: Lease | null
  refusal: Refusal | null
}
