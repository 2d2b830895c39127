import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '../../sandbox/client/client.ts'
import { textOf } from '../../sandbox/client/state-text.ts'
import type { State } from '../../sandbox/client/state.ts'
import type { PublicKey } from '../../sandbox/client/statements.ts'
import { createSandboxClock } from '../../sandbox/clock.ts'
import { readConfig } from '../../server/app/config/config.ts'
import { start } from '../../server/app/main.ts'
import { freePort } from '../bench/product.ts'
import { dayMs } from '../../domain/calendar.ts'

/** What to show after the sign-in. `forward` is in days. */
export type Show = { forward: number | null; offline: boolean; copy: boolean; proxy: boolean; code: boolean }

/** Starts a shop and a program that signs in to it, shows the requested scenes, and removes both. */
export async function demoLicence(show: Show): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-demo-'))
  const begun = new Date().toISOString()
  const clock = createSandboxClock({ start: new Date(begun) })
  const config = readConfig({ PORT: String(await freePort()), DATA_DIR: join(folder, 'shop'), CLOCK_START: begun })
  const startShop = () =>
    start(
      config,
      () => undefined,
      { write: () => undefined },
      () => clock,
    )
  let starting = startShop()
  let removing: Promise<void> | undefined
  const remove = () =>
    (removing ??= starting
      .then((started) => started.stop())
      .finally(() => rm(folder, { recursive: true, force: true })))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void remove().finally(() => process.exit(1)))
  try {
    let shop = await starting
    const server = shop.url
    const { keys } = (await (await fetch(`${server}/licence/keys`)).json()) as { keys: PublicKey[] }
    const profile = join(folder, 'profile')
    let between: (() => Response) | null = null
    const program = (at: string) =>
      createClient({
        server,
        issuer: `${server}/licence`,
        product: 'analytics',
        keys,
        sandbox: true,
        folder: at,
        now: () => clock.now().getTime(),
        fetch: async (...request) => between?.() ?? fetch(...request),
      })
    const client = program(profile)
    const print = (what: string, state: State) => console.log(`${what.padEnd(34)} ${textOf(state)}`)
    const moveOn = (days: number) => clock.set(new Date(clock.now().getTime() + days * dayMs))

    console.log(`The shop runs at ${server}; its emails are at ${server}/sandbox/mail\n`)
    const signedIn = show.code
      ? await client.signInByCode((code, address) => console.log(`Open ${address} and enter ${code}\n`))
      : await client.signIn((address) => console.log(`Open this address, and start the trial there:\n${address}\n`))
    console.log(textOf(signedIn))

    if (show.proxy) {
      between = () =>
        new Response('<h1>Blocked by the proxy</h1>', { status: 403, headers: { 'content-type': 'text/html' } })
      print('A proxy answers 403:', await client.renew({ force: true }))
      between = null
    }
    if (show.copy) {
      const copied = join(folder, 'copy')
      await cp(profile, copied, { recursive: true })
      const copy = program(copied)
      for (const round of ['first', 'second']) {
        print(`The original, ${round} renewal:`, await client.renew({ force: true }))
        print(`The copy, ${round} renewal:`, await copy.renew({ force: true }))
      }
    }
    if (show.offline) {
      await shop.stop()
      for (let days = 1; days <= 15; days += 1) {
        moveOn(1)
        print(`The shop is stopped, day ${days}:`, await client.renew())
      }
      starting = startShop()
      shop = await starting
      print('The shop runs again:', await client.renew())
    }
    if (show.forward !== null) {
      await shop.catchUp()
      moveOn(show.forward)
      await shop.catchUp()
      print(`${show.forward} days later, before a renewal:`, await client.state())
      print('After it:', await client.renew())
    }
  } finally {
    await remove()
  }
}
