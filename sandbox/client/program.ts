import { parseArgs } from 'node:util'
import { createClient, type Client } from './client.ts'
import { isLicensed, type State } from './state.ts'
import type { PublicKey } from './statements.ts'

// A program that says who may use it: what a vendor's program does at its start. `--code` signs in by a typed code.
const { values } = parseArgs({
  options: {
    server: { type: 'string', default: 'http://localhost:3000' },
    product: { type: 'string', default: 'analytics' },
    folder: { type: 'string', default: './licence-profile' },
    code: { type: 'boolean', default: false },
    'sign-out': { type: 'boolean', default: false },
  },
})
const { server, product, folder } = values

/** A vendor compiles the keys in. The stand-in asks the shop on this computer for them, as each evaluation makes its own. */
async function keysOf(address: string): Promise<PublicKey[]> {
  return ((await (await fetch(`${address}/licence/keys`)).json()) as { keys: PublicKey[] }).keys
}

/** What the program tells its user. */
export function textOf(state: State): string {
  if (state.state === 'none') return 'Not signed in.'
  if (state.state === 'clock') return 'The clock of this computer was set back. Connect once.'
  if (state.state === 'refused') return `The licence has ended (${state.reason}). See ${state.url}`
  const { to, lic, exp } = state.lease
  const until = new Date(exp * 1000).toISOString().slice(0, 10)
  if (state.state === 'expired') return `The licence ended on ${until}. Connect once.`
  return `Licensed to ${to ?? 'you'}, ${lic.plan}. Runs without a network until ${until}.`
}

async function signedIn(client: Client): Promise<State> {
  const state = await client.renew()
  if (isLicensed(state)) return state
  if (values.code)
    return client.signInByCode((code, address) => console.log(`Open ${address} on any computer and enter ${code}`))
  return client.signIn((address) => console.log(`Open this address in your browser:\n${address}`))
}

if (import.meta.main) {
  const keys = await keysOf(server)
  const client = createClient({ server, product, folder, issuer: `${server}/licence`, keys, sandbox: true })
  if (values['sign-out']) await client.signOut()
  else console.log(textOf(await signedIn(client)))
}
