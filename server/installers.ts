import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Catalogue, Product } from './catalogue.ts'

export type InstallerFile = { path: string; fileName: string; size: number; sha256: string; modified: number }

export type Installers = {
  /** What is known of a product's file; null where it is on a CDN, or not there. */
  file(product: Product): Promise<InstallerFile | null>
}

/** The installers folder. A file's checksum is computed once for as long as the file stays as it is. */
export function openInstallers(folder: string): Installers {
  const known = new Map<string, Promise<InstallerFile>>()
  return {
    async file(product) {
      if (!('file' in product.installer)) return null
      const { file: fileName } = product.installer
      const path = join(folder, fileName)
      const found = await stat(path).catch(() => null)
      if (!found?.isFile()) return null
      const key = `${path} ${found.size} ${found.mtimeMs}`
      const reading = known.get(key) ?? describe(path, fileName, found.size, found.mtimeMs)
      known.set(key, reading)
      reading.catch(() => known.delete(key))
      return reading
    },
  }
}

async function describe(path: string, fileName: string, size: number, modified: number): Promise<InstallerFile> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return { path, fileName, size, sha256: hash.digest('hex'), modified }
}

/** Puts a small stand-in where an installer is missing, so that the sandbox's downloads work. It says what it is. */
export async function putSampleInstallers(folder: string, catalogue: Catalogue): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { title, installer } of catalogue.products.values()) {
    if (!('file' in installer)) continue
    const text = `This stands in for the installer of ${title}.\r\nPut the real file in its place in the installers folder.\r\n`
    await writeFile(join(folder, installer.file), text.repeat(400), { flag: 'wx' }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      },
    )
  }
}
