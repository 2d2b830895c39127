import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from './config-error.ts'

/** Creates the folder that a variable names, unless it exists. Throws a ConfigError that names the variable. */
export function createFolder(variable: string, folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const fault = code === 'EEXIST' ? 'is not a folder' : `cannot be created (${code ?? 'unknown error'})`
    throw new ConfigError(`${variable} names ${folder}, which ${fault}`)
  }
}

/**
 * Returns why the folder that a variable names, or `part` in it, neither exists nor can be created, in words; null
 * otherwise. Creates nothing.
 */
export function creationFault(variable: string, folder: string, part = ''): string | null {
  const wanted = join(folder, part)
  let place = wanted
  while (!existsSync(place)) place = dirname(place)
  if (existsSync(folder) && !statSync(folder).isDirectory()) return `${variable} names ${folder}, which is not a folder`
  if (place === wanted && part !== '') return null
  const code = statSync(place).isDirectory() ? accessFault(place, constants.W_OK | constants.X_OK) : 'ENOTDIR'
  const act = existsSync(folder) ? 'written' : 'created'
  return code === null ? null : `${variable} names ${folder}, which cannot be ${act} (${code})`
}

/** Returns the code of the error with which writing or creating a file would fail; null if it would not. */
export function appendFault(file: string): string | null {
  return accessFault(existsSync(file) ? file : dirname(file), constants.W_OK)
}

function accessFault(path: string, mode: number): string | null {
  try {
    accessSync(path, mode)
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown error'
  }
}

/** Returns why the folder that a variable names cannot be read, in words; null if it can. */
export function folderFault(variable: string, folder: string): string | null {
  try {
    readdirSync(folder)
    return null
  } catch (error) {
    return `${variable} names the folder ${folder}, which cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`
  }
}
