import { readFile, writeFile } from 'node:fs/promises'
import { readKeyFile, writeKeyFile } from '../../../licence/keys/key-file.ts'
import { prepareKeys, readKeys, type OpenKey } from '../../../licence/keys/key-rows.ts'
import { publicKey } from '../../../licence/keys/keyring.ts'
import { replaceKeys, revokeSigningKey, rotateKeys } from '../../../licence/keys/manage-keys.ts'
import type { LicenceDb } from '../../../licence/database/tables.ts'
import { keptSecret } from '../../../platform/crypto/secrets.ts'
import { createSandboxClock } from '../../../sandbox/clock.ts'
import { readOperatorFiles } from '../../operator-files.ts'
import { latestMoment } from '../../store/clock.ts'
import { isSandbox, type Config } from '../config/config.ts'
import { openBesideShop } from '../open-database.ts'
import { startClock } from '../process/clock.ts'
import { readArguments, runCommand } from './run-command.ts'

export const licenceUsage = `Prints and changes the keys that sign licences. A running server follows within a minute:
  npm run --silent licence -- keys            prints what you build into your program: the current and the next key
  npm run licence -- rotate [--anyway]        the next key signs from now on, and another next one is made
  npm run licence -- revoke <kid>             ends a key, for example one that has leaked
  npm run licence -- export <file>            writes all keys, with their private parts, into a new file
  npm run licence -- import <file>            replaces the keys with those in such a file`

/** The number of arguments of each command. */
const commands: Readonly<Record<string, number>> = { keys: 0, rotate: 0, revoke: 1, export: 1, import: 1 }

/**
 * The operator's command for the keys of licences, whether the server runs or not. Rejects with an error whose message
 * can be shown.
 */
export async function manageLicenceKeys(
  args: readonly string[],
  config: Config,
  say: (line: string) => void,
): Promise<void> {
  if (args.length === 0) return say(licenceUsage)
  const { values, words: all } = readArguments(args, licenceUsage, { anyway: { type: 'boolean' } }, 2)
  const [command = '', ...words] = all
  const { anyway = false } = values
  if (commands[command] !== words.length || (anyway && command !== 'rotate')) throw new Error(licenceUsage)
  const [word = ''] = words
  // Read before anything is opened, so that an invalid file changes nothing.
  const imported = command === 'import' ? await readKeyFile(await readText(word)) : []
  const { catalogue } = await readOperatorFiles(config)
  const algorithms = [...catalogue.products.values()].flatMap(({ licence }) => (licence ? [licence.algorithm] : []))
  const { db: shopDb, close } = await openBesideShop(config, say)
  try {
    const db = shopDb as unknown as LicenceDb
    const secrets = config.secrets ?? [await keptSecret(config.dataDir)]
    const now = (await startClock(config, await latestMoment(shopDb), createSandboxClock, () => undefined))()
    if (command === 'import') {
      await replaceKeys(db, secrets, imported)
      return say(`${imported.length} keys are in the database now.`)
    }
    // Creates the keys that the first start would create, for a program that is built before it.
    await prepareKeys(db, secrets, new Set(algorithms), `${config.publicUrl}/licence`, now)
    switch (command) {
      case 'rotate':
        for (const next of await rotateKeys(db, secrets, now, { anyway }))
          say(
            `${next.algorithm}: the next key signs from now on. Build its successor ${next.kid} into your next version.`,
          )
        return
      case 'revoke': {
        const next = await revokeSigningKey(db, secrets, word, now)
        say(
          `The key ${word} no longer signs and is no longer published. Installed programs accept it until they are updated.`,
        )
        if (next) say(`Build the new next key ${next.kid} into your next version, and remove ${word}.`)
        return
      }
      case 'export':
        await writeNew(word, writeKeyFile(await readKeys(db, secrets)))
        return say(`${word} holds the private keys. Its holder can sign licences: encrypt it and keep it offline.`)
      default:
        say(JSON.stringify(described(await readKeys(db, secrets), isSandbox(config)), null, 2))
    }
  } finally {
    await close()
  }
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `${file} does not exist.` : `${file} cannot be read (${error.code}).`)
  })
}

async function writeNew(file: string, text: string): Promise<void> {
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'EEXIST'
        ? `${file} exists already: name a new file.`
        : `${file} cannot be written (${error.code}).`,
    )
  })
}

/** `keys` are for the program's build; `states` are for the operator who rotates or revokes. */
function described(keys: readonly OpenKey[], isSandbox: boolean) {
  const order = ['current', 'next']
  const pinned = keys
    .filter(({ state }) => order.includes(state))
    .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  return {
    issuer: keys[0]?.iss ?? null,
    keys: pinned.map((key) => publicKey(key, isSandbox)),
    states: keys.map(({ kid, algorithm, state, createdAt, retiredAt }) => ({
      kid,
      algorithm,
      state,
      createdAt,
      retiredAt,
    })),
  }
}

if (import.meta.main) await runCommand(licenceUsage, manageLicenceKeys)
