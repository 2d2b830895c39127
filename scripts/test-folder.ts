import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates the folder for the tests' files: in memory if there is enough. A shop's database takes 11 ms there instead of
 * 400.
 */
export const makeTestFolder = (): string => mkdtempSync(join(roomyFolder(), 'tillhouse-test-'))

function roomyFolder(): string {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    accessSync(memory, constants.W_OK)
    if (process.env['TMPDIR'] === undefined && bavail * bsize >= 4 * 2 ** 30) return memory
  } catch {
    // Only Linux has it.
  }
  return tmpdir()
}
