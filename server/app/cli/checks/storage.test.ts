import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { checkBackups, checkDisk } from './storage.ts'
import { formatReport } from '../report.ts'

/** Windows has no BACKUP_DIR. */
const skip = process.platform === 'win32'
const folder = mkdtempSync(join(tmpdir(), 'tillhouse-storage-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.skipIf(skip)('each disk with less than 1 GB left causes a warning', async () => {
  const config = readConfig({ BACKUP_DIR: join(folder, 'b') }, folder)
  const bytes = (left: number) => checkDisk(config, () => Promise.resolve(left))
  assert.deepEqual(await bytes(1e9), [])
  const sentences = (await bytes(5e8)).map(({ level, sentence }) => `${level} ${sentence.split('. ')[0]}`)
  assert.deepEqual(sentences, [
    'warning DATA_DIR: the disk has 500 MB left',
    'warning BACKUP_DIR: the disk has 500 MB left',
  ])
  assert.ok(Array.isArray(await checkDisk(config)), 'also of folders that do not exist yet')
})

test('the check reports the age of the newest backup', async () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const backupDir = join(folder, 'backups')
  assert.deepEqual(await checkBackups({ backupDir: null }, now), [])
  assert.match((await checkBackups({ backupDir }, now))[0]?.sentence ?? '', /^There is no backup yet/)
  const place = join(backupDir, 'base', '2026-11-22T02-00-00-000Z')
  mkdirSync(place, { recursive: true })
  assert.match((await checkBackups({ backupDir }, now))[0]?.sentence ?? '', /is incomplete: its manifest\.json/)
  const store = (ended: string) =>
    writeFileSync(join(place, 'manifest.json'), JSON.stringify({ format: 1, ended, files: [] }))
  store('2026-11-22T02:00:00Z')
  assert.deepEqual(await checkBackups({ backupDir }, now), [
    { level: 'ok', about: 'backups', sentence: 'The newest backup is 10 hours old.' },
  ])
  store('2026-11-21T02:00:00Z')
  const [late] = await checkBackups({ backupDir }, now)
  assert.equal(late?.level, 'warning')
  assert.deepEqual(JSON.parse(formatReport([late], 'json').text), [late])
})
