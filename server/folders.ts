import { mkdirSync, readdirSync } from 'node:fs'
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

/** Returns why the folder that a variable names cannot be read, in words; null if it can. */
export function folderFault(variable: string, folder: string): string | null {
  try {
    readdirSync(folder)
    return null
  } catch (error) {
    return `${variable} names the folder ${folder}, which cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`
  }
}
