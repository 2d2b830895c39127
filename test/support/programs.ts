import { spawnSync } from 'node:child_process'

/** Returns whether this machine has a program: it exits without an error with these arguments. */
export const isThere = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args.length === 0 ? ['--version'] : args).status === 0
