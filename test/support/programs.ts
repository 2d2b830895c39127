import { spawnSync } from 'node:child_process'

/** Whether this machine has a program: it ends without an error with these arguments. */
export const isThere = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args.length === 0 ? ['--version'] : args).status === 0
