import assert from 'node:assert/strict'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import pg from 'pg'
import { startEmbedded } from '../embedded/embedded.ts'
import { archivedSegments, beforeGap, parseSegment, walFolder } from './archive.ts'
import { difference } from './count-rows.ts'
import { restore } from './restore.ts'
import { takeBackup } from './take-backup.ts'

/** Archiving needs a shell. */
const skip = process.platform === 'win32'
const root = mkdtempSync(join(tmpdir(), "tillhouse backup's 100% "))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const place = (name: string) => join(root, name)

async function open(dataDir: string, backupDir?: string) {
  const server = await startEmbedded({
    folder: join(dataDir, 'postgres'),
    log: () => undefined,
    ...(backupDir === undefined ? {} : { backupDir }),
  })
  const url = Object.assign(new URL(server.ownerUrl), { pathname: '/tillhouse' }).href
  const client = new pg.Client(url)
  await client.connect()
  return {
    ask: async (text: string) => (await client.query<Record<string, unknown>>(text)).rows,
    backUp: (keep?: number) =>
      takeBackup({ backupDir: backupDir ?? place('backups'), dataDir, url, ...(keep === undefined ? {} : { keep }) }),
    async stop() {
      await client.end()
      await server.stop()
    },
  }
}

const words = async (dataDir: string, backupDir: string) => {
  const shop = await open(dataDir, backupDir)
  const rows = await shop.ask('select word from words order by word')
  await shop.stop()
  return rows.map(({ word }) => word)
}

test.skipIf(skip)(
  'a backup is restored for practice beside the running database, in its latest state, at a given time, and again after a restore',
  async () => {
    const [dataDir, backupDir] = [place('data'), place('backups')]
    const shop = await open(dataDir, backupDir)
    writeFileSync(join(dataDir, 'secret'), 'the secret\n')
    await shop.ask('create table words (word text)')
    await shop.ask("insert into words values ('before')")
    const backup = await shop.backUp()
    assert.equal(backup.manifest.tables['words'], 1)
    assert.equal(existsSync(join(dataDir, 'backup-check')), false)
    await shop.ask("insert into words values ('kept')")
    // A Date has no microseconds: without the millisecond, it could precede the row.
    const [{ at } = {}] = await shop.ask("select clock_timestamp() + interval '1 ms' as at")
    await restore(backupDir, place('practice'), null)
    await shop.ask("insert into words values ('late')")
    await shop.stop()

    const latest = await restore(backupDir, place('latest'), null)
    assert.equal(latest.tables['words'], 3)
    assert.equal(readFileSync(join(place('latest'), 'secret'), 'utf8'), 'the secret\n')
    assert.deepEqual(await words(place('latest'), backupDir), ['before', 'kept', 'late'])
    await assert.rejects(restore(backupDir, place('latest'), null), /has a database already/)

    const then = await restore(backupDir, place('then'), at as Date)
    assert.ok(then.lastChange !== null && then.lastChange <= (at as Date))
    const restored = await open(place('then'), backupDir)
    await restored.ask("insert into words values ('after the restore')")
    await restored.stop()
    await restore(backupDir, place('again'), null)
    assert.deepEqual(await words(place('again'), backupDir), ['after the restore', 'before', 'kept'])
  },
)

test.skipIf(skip)('a time not covered by the backups is rejected with the reason', async () => {
  const [backupDir, into] = [place('backups'), place('refused')]
  await assert.rejects(
    restore(backupDir, into, new Date('2020-01-01')),
    /^Error: No backup is old enough: the first usable time is 20/,
  )
  await assert.rejects(
    restore(backupDir, into, new Date('2199-01-01')),
    /^Error: The backups do not reach 2199-01-01T00:00:00.000Z\. The last change in them is of 20.* Choose an earlier time/,
  )
  await assert.rejects(restore(place('nothing'), into, null), /^Error: There is no complete backup in /)
  assert.deepEqual(readdirSync(into), [], 'nothing is left behind')
})

test.skipIf(skip)('an incomplete or damaged backup is rejected, naming the damaged file', async () => {
  const broken = async (spoil: (folder: string, copy: string) => void, message: RegExp) => {
    const copy = place('spoilt')
    cpSync(place('backups'), copy, { recursive: true })
    const [name = ''] = readdirSync(join(copy, 'base'))
    spoil(join(copy, 'base', name), copy)
    await assert.rejects(restore(copy, place('unrestored'), null), message)
    assert.deepEqual(existsSync(join(place('unrestored'), 'postgres')), false)
    rmSync(copy, { recursive: true })
  }
  await broken((folder) => rmSync(join(folder, 'manifest.json')), /is incomplete: its manifest\.json cannot be read/)
  await broken((folder) => rmSync(join(folder, 'data/PG_VERSION.gz')), /is incomplete: PG_VERSION is missing/)
  await broken(
    (folder) => cpSync(join(folder, 'data/postgresql.conf.gz'), join(folder, 'data/PG_VERSION.gz')),
    /is damaged: PG_VERSION differs from its size or hash in manifest\.json\./,
  )
  await broken((folder) => {
    const file = join(folder, 'manifest.json')
    const [before, after] = readFileSync(file, 'utf8').split('"path": "PG_VERSION"')
    assert.ok(before && after)
    writeFileSync(file, `${before}"path": "PG_VERSION"${after.replace(/"sha256": "\w{8}/, '"sha256": "00000000')}`)
  }, /is damaged: PG_VERSION differs from its size or hash in manifest\.json\./)
  await broken(
    (folder) => writeFileSync(join(folder, 'data/PG_VERSION.gz'), '18'),
    /is damaged: PG_VERSION cannot be decompressed/,
  )
  await broken((_, copy) => {
    const [first = ''] = readdirSync(walFolder(copy))
      .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
      .toSorted()
    rmSync(join(walFolder(copy), first))
  }, /The WAL file \w+ is missing/)
  await broken((_, copy) => {
    for (const name of readdirSync(walFolder(copy)).filter((file) => /^[0-9A-F]{24}\.gz$/.test(file)))
      writeFileSync(join(walFolder(copy), name), 'damaged')
  }, /^Error: PostgreSQL cannot recover the backup: /)
})

test.skipIf(skip)('a backup of a server that does not archive is rejected immediately', async () => {
  const shop = await open(place('plain'))
  await assert.rejects(shop.backUp(), /^Error: The running server was started without BACKUP_DIR: /)
  await shop.stop()
})

test.skipIf(skip)('a folder with the backups of another database is rejected', async () => {
  await assert.rejects(open(place('other'), place('backups')), /has the backups of another database/)
})

test.skipIf(skip)('only the configured number of newest backups is kept, with the WAL they need', async () => {
  const backupDir = place('backups')
  const [first = '', ...others] = readdirSync(join(backupDir, 'base'))
  assert.deepEqual(others, [])
  const manifest = JSON.parse(readFileSync(join(backupDir, 'base', first, 'manifest.json'), 'utf8')) as {
    firstSegment: string
  }
  const shop = await open(place('again'), backupDir)
  await shop.backUp(1)
  await shop.stop()
  const names = readdirSync(join(backupDir, 'base'))
  assert.equal(names.length, 1)
  assert.ok(!names.includes(first))
  const segments = await archivedSegments(backupDir)
  assert.ok(!segments.some(({ name }) => name === manifest.firstSegment))
  assert.equal(statSync(join(backupDir, 'base')).mode & 0o077, 0)
  await restore(backupDir, place('kept restored'), null)
})

test.skipIf(process.getuid?.() !== 0)(
  'a backup that root takes belongs to the owner of the backups, also if it is not completed, and the secret to its own',
  async () => {
    const owner = 4321
    const [dataDir, backupDir] = [place('of root'), place('backups of another user')]
    const base = join(backupDir, 'base')
    const shop = await open(dataDir, backupDir)
    chownSync(base, owner, owner)
    writeFileSync(join(dataDir, 'secret'), 'the secret\n', { mode: 0o600 })
    const others = () =>
      readdirSync(base, { recursive: true, encoding: 'utf8' }).filter(
        (path) => statSync(join(base, path)).uid !== owner,
      )
    const { name } = await shop.backUp()
    assert.deepEqual(others(), [join(name, 'secret')])
    // In the place of a file it ends the copy.
    rmSync(join(dataDir, 'secret'))
    mkdirSync(join(dataDir, 'secret'))
    await assert.rejects(shop.backUp())
    await shop.stop()
    assert.equal(readdirSync(base).filter((name) => name.endsWith('.partial')).length, 1)
    assert.deepEqual(others(), [join(name, 'secret')])
  },
)

test('a missing WAL file is noticed in its own timeline only', () => {
  const named = (name: string) => parseSegment(name) ?? assert.fail(name)
  const [a, b, c] = ['0000000100000000000000FE', '0000000100000000000000FF', '000000010000000100000000'].map(named)
  const later = named('000000020000000100000005')
  assert.ok(a && b && c)
  assert.equal(beforeGap([a, b, c, later], a), undefined)
  assert.equal(beforeGap([a, c], a), a)
  assert.equal(beforeGap([b, c], a), 'first')
})

test('restored rows must be equal in number, with a tolerance only if others wrote during the count', () => {
  assert.equal(difference({ words: 3 }, { words: 3 }, true), undefined)
  assert.equal(difference({ words: 3 }, { words: 2 }, true), 'words has 2 rows instead of 3')
  assert.equal(difference({ words: 3 }, {}, false), 'words exists in only one of them')
  assert.equal(difference({ words: 10_000 }, { words: 10_150 }, false), undefined)
  assert.equal(difference({ words: 10_000 }, { words: 9_000 }, false), 'words has 9000 rows instead of 10000')
})
