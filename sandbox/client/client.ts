import { randomInt } from 'node:crypto'
import { hostname, platform, release } from 'node:os'
import { openFiles } from './files.ts'
import { requestText, withFile } from './licence-file.ts'
import { loadState, type LoadedState } from './load-state.ts'
import { memoryAfter } from './receive.ts'
import { createRequests, newDeviceKey, type ServerResponse, type DeviceKey } from './requests.ts'
import { signInByBrowser, signInByCode, type DeviceTexts } from './sign-in.ts'
import { stateAt, timesSeen, type State } from './state.ts'
import type { Trust } from './statements.ts'

const day = 86_400_000

/**
 * `server` is the address of the shop, at which the program signs in; `folder` is in the user's profile; `now` returns
 * the system time in ms. `fetch` is the program's own, if it has one; Node's uses the proxy of the environment with
 * NODE_USE_ENV_PROXY=1.
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

  const load = () => loadState(files, { issuer: options.issuer, product, keys: options.keys, sandbox })

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
  /** After a move of the shop, the newer address is that of the lease or that of a newer version of the program. */
  const serversOf = ({ lease }: LoadedState) => new Set([lease?.base ?? options.server, options.server])

  /** Returns whether the response has a statement for this program, which it stores. */
  async function receive(loaded: LoadedState, key: DeviceKey, response: ServerResponse): Promise<boolean> {
    const memory = await memoryAfter(loaded, key, response, system())
    if (memory) await files.writeMemory(memory)
    return memory !== null
  }

  /** Reads the disk, and creates a key for licence requests if there is none. */
  async function loadWithKey(): Promise<LoadedState & { key: DeviceKey }> {
    const before = await load()
    // After `copied` another disk has the same key, so this program creates a new one.
    if (before.key && before.refusal?.reason !== 'copied') return { ...before, key: before.key }
    await files.writeKey(await newDeviceKey())
    const { key, ...after } = await load()
    if (!key) throw new Error(`The key in ${folder} cannot be opened.`)
    return { ...after, key }
  }

  async function signInBy(
    ask: (grant: Parameters<typeof signInByBrowser>[0]) => Promise<ServerResponse>,
  ): Promise<State> {
    const { key } = await files.locked(loadWithKey)
    const grant = { server: options.server, product, jkt: key.jkt, device, post: postWith(key) }
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
          for (const server of serversOf(loaded)) {
            const answer = await postWith(key)(`${server}/licence/token`, form).catch(() => null)
            if (answer && (await receive(loaded, key, answer))) break
          }
        }
        return look()
      }),

    signOut: () =>
      files.locked(async () => {
        const loaded = await load()
        const { memory, key } = loaded
        if (key && memory.refreshToken !== null) {
          const form = { client_id: product, token: memory.refreshToken }
          for (const server of serversOf(loaded)) {
            const answer = await postWith(key)(`${server}/licence/revoke`, form).catch(() => null)
            if (answer?.status === 200) break
          }
        }
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
        // Without force, a refusal could wait for the next day: the lease may not be due yet, or the clock is slow.
        client.renew({ force: true }).then(changed, () => undefined)
        timer = setTimeout(again, day + randomInt(day / 24))
        timer.unref()
      }
      again()
      return () => clearTimeout(timer)
    },
  }
  return client
}
