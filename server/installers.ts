import { createHash } from 'node:crypto'
import { createReadStream, type Stats } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { System } from '../domain/catalogue/system.ts'
import type { Catalogue } from './catalogue.ts'
import type { Installer, Product } from './catalogue-shape.ts'

/** `sha256` is null while a large file is still being read. */
export type InstallerFile = { path: string; fileName: string; size: number; sha256: string | null; modified: number }

export type Installers = {
  /** Returns the data of a file; null if it is on a CDN or missing. */
  file(installer: Installer): Promise<InstallerFile | null>
}

/** How long a response waits for the first checksum of a file, in milliseconds. */
const timeoutMs = 1_000

/** Returns the product's installer for a system, otherwise the first one. */
export function installerFor(product: Product, system: System | null): Installer {
  const found = product.installers.find((one) => one.system === system) ?? product.installers[0]
  if (!found) throw new Error('a checked catalogue has an installer for every product')
  return found
}

/** The origins of installers that are not files of this shop. */
export function installerOrigins({ products }: Catalogue): string[] {
  const all = [...products.values()].flatMap(({ installers }) => installers)
  return [...new Set(all.flatMap((one) => ('address' in one ? new URL(one.address).origin : [])))]
}

/** The installers folder. A file's checksum is computed once while the file is unchanged. */
export function openInstallers(folder: string): Installers {
  const known = new Map<string, Promise<string>>()
  return {
    async file(installer) {
      if (!('file' in installer)) return null
      const { file: fileName } = installer
      const path = join(folder, fileName)
      const found = await existing(path)
      if (found === null) return null
      const key = `${path} ${found.size} ${found.mtimeMs}`
      const reading = known.get(key) ?? checksum(path)
      known.set(key, reading)
      reading.catch(() => known.delete(key))
      const sha256 = await Promise.race([reading, wait(timeoutMs, null, { ref: false })])
      return { path, fileName, size: found.size, sha256, modified: found.mtimeMs }
    },
  }
}

/** Returns the names of a product's installers that are neither in the folder nor on a CDN. */
export async function missingInstallers(folder: string, { installers }: Product): Promise<string[]> {
  const names = installers.flatMap((one) => ('file' in one ? [one.file] : []))
  const found = await Promise.all(names.map((name) => existing(join(folder, name))))
  return names.filter((_, index) => found[index] === null)
}

async function existing(path: string): Promise<Stats | null> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ? found : null
}

async function checksum(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Creates a small sample for each missing installer, so that the sandbox's downloads work. Its text states that. */
export async function putSampleInstallers(folder: string, catalogue: Catalogue): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { title, installers } of catalogue.products.values()) {
    for (const installer of installers) {
      if (!('file' in installer)) continue
      const { system } = installer
      const text = `This stands in for the installer of ${title}${system ? ` for ${system}` : ''}.\r\nPut the real file in its place in the installers folder.\r\n`
      await writeFile(join(folder, installer.file), text.repeat(400), { flag: 'wx' }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error
        },
      )
    }
  }
}
