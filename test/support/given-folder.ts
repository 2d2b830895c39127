import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { whenOver } from './when-over.ts'

/** Creates an empty folder; it is removed when the test, or the file, that called this is over. */
export function givenAFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillhouse-test-'))
  whenOver(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
