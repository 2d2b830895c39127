import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { createClient, type Client } from './client.ts'
import { textOf } from './state-text.ts'
import { isLicensed, type State } from './state.ts'
import type { PublicKey } from './statements.ts'

// The sample program. It shows who can use it, as a vendor's program does at its start. `--code` signs in by an entered
// code. On a computer without a network `--request file.req` saves a request, and `--licence file.lic` opens the
// licence file for it.
const { values } = parseArgs({
  options: {
    server: { type: 'string', default: 'http://localhost:3000' },
    product: { type: 'string', default: 'analytics' },
    folder: { type: 'string', default: './licence-profile' },
    code: { type: 'boolean', default: false },
    request: { type: 'string' },
    licence: { type: 'string' },
    'sign-out': { type: 'boolean', default: false },
  },
})
const { server, product, folder } = values

/**
 * A vendor compiles the keys in. The sample program asks the shop on this computer, because each evaluation has
 * different keys.
 */
async function keysOf(address: string): Promise<PublicKey[]> {
  return ((await (await fetch(`${address}/licence/keys`)).json()) as { keys: PublicKey[] }).keys
}

async function signedIn(program: Client): Promise<State> {
  const state = await program.renew()
  if (isLicensed(state)) return state
  if (values.code)
    return program.signInByCode((code, address) => console.log(`Open ${address} on any computer and enter ${code}`))
  return program.signIn((address) => console.log(`Open this address in your browser:\n${address}`))
}

const keys = await keysOf(server)
const client = createClient({ server, product, folder, issuer: `${server}/licence`, keys, sandbox: true })
if (values['sign-out']) await client.signOut()
else if (values.request !== undefined) await writeFile(values.request, `${await client.fileRequest()}\n`)
else if (values.licence !== undefined)
  console.log(textOf(await client.readFile(await readFile(values.licence, 'utf8'))))
else console.log(textOf(await signedIn(client)))
