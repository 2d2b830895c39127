import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { lchownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'

/** Runs PostgreSQL's programs as a user that PostgreSQL accepts; `uid` and `gid` own what they write (undefined on Windows). */
export type Account = {
  uid: number | undefined
  gid: number | undefined
  spawn(program: string, args: string[], options: SpawnOptions): ChildProcess
}

const nobody = 65534
const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000']

/**
 * PostgreSQL refuses to run as root, so root runs it as another user: in a user namespace if that is allowed, otherwise
 * as the folder's owner or nobody, who keeps root's file access if the system allows it, because the folder may be
 * below a private home. `namespaces: false` skips the first way. Throws one sentence if no way works.
 */
export async function chooseAccount(folder: string, binaries: Binaries, { namespaces = true } = {}): Promise<Account> {
  const self = process.getuid?.()
  const owner = statSync(folder)
  if (self === undefined) return account([], undefined, undefined)
  if (self !== 0) {
    if (owner.uid === self) return account([], self, owner.gid)
    throw new Error(
      `The database folder ${folder} belongs to another user (uid ${owner.uid}): start as that user, or set DATA_DIR to a folder of your own.`,
    )
  }

  if (owner.uid === 0 && namespaces) {
    const mapped = account(namespace, 0, owner.gid)
    if (await works(mapped, folder, binaries)) return mapped
  }
  const [uid, gid] = owner.uid === 0 ? [nobody, nobody] : [owner.uid, owner.gid]
  if (owner.uid === 0) give(folder, uid, gid)
  // PostgreSQL checks its programs with access(), which respects the kept capability only under no_setuid_fixup.
  const keeping = ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  const reaching = account(['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...keeping], uid, gid)
  if (await works(reaching, folder, binaries)) return reaching
  const plain = account([], uid, gid, { uid, gid })
  if (await works(plain, folder, binaries)) return plain
  if (owner.uid === 0) give(folder, 0, owner.gid)
  throw new Error(
    `PostgreSQL does not run as root, and no other account here reaches ${folder} and ${binaries.postgres}: ` +
      'start as a normal user, or set DATABASE_URL.',
  )
}

/**
 * Returns a clean environment, because the product's own contains secrets that PostgreSQL does not need. Windows
 * programs need theirs.
 */
function cleanEnvironment(): NodeJS.ProcessEnv | undefined {
  if (process.platform === 'win32') return undefined
  return {
    LC_ALL: 'C',
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin',
  }
}

function account(prefix: string[], uid: number | undefined, gid: number | undefined, drop: SpawnOptions = {}): Account {
  return {
    uid,
    gid,
    spawn(program, args, options) {
      const [first, ...rest] = [...prefix, program, ...args]
      if (first === undefined) throw new Error('No program given.')
      return spawn(first, rest, { env: cleanEnvironment(), windowsHide: true, ...options, ...drop })
    },
  }
}

/** Whether that account can write the folder and initdb finds everything it needs. Changes nothing, and takes 10 ms. */
async function works(who: Account, folder: string, { initdb }: Binaries): Promise<boolean> {
  const question = ['-c', '[ -w "$1" ] && exec "$0" --show -D "$1"', initdb, folder]
  try {
    const [code] = (await once(who.spawn('/bin/sh', question, { stdio: 'ignore' }), 'exit')) as [number | null]
    return code === 0
  } catch {
    return false // There is no program such as unshare or setpriv, or it cannot change the account.
  }
}

/** Gives a folder and what is in it to a user. */
export function give(folder: string, uid: number, gid: number): void {
  lchownSync(folder, uid, gid)
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, entry), uid, gid)
}
