import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build as buildByVite } from 'vite'
import { languages } from '../../domain/language.ts'
import { buildServer, external } from './build-server.ts'
import { hashInputs, stampFile } from './inputs.ts'
import { productionPackages } from './production-packages.ts'
import { root } from '../run.ts'
import { readTexts } from './texts.ts'

const textual = new Set(['.css', '.html', '.js', '.json', '.map', '.mjs', '.svg', '.txt', '.webmanifest', '.xml'])

/** Builds everything that `npm start` runs and serves: the pages and the server. */
export async function build(): Promise<void> {
  const inputs = await hashInputs()
  await removeInterrupted(join(root, 'dist'))
  await buildWeb()
  const server = join(root, 'dist', `.building-server-${process.pid}`)
  try {
    await buildServer(server)
    await replace(join(root, 'dist', 'server'), server)
  } finally {
    await rm(server, { recursive: true, force: true })
  }
  await writePackages()
  await writeTexts()
  await writeFile(stampFile, inputs)
}

/** Removes what interrupted builds left in `dist`. A build that runs beside this one keeps its folders. */
export async function removeInterrupted(dist: string): Promise<void> {
  const names = await readdir(dist).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const [, pid] = /^\.building-(?:server-)?(\d+)$/.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) await rm(join(dist, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user's process runs, and must not be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** dist/package.json and its lockfile, from which an image or a service installs what the server loads. */
async function writePackages(): Promise<void> {
  type Inputs = Parameters<typeof productionPackages>
  const read = async (name: string) => JSON.parse(await readFile(join(root, name), 'utf8')) as unknown
  const { manifest, lock } = productionPackages(
    (await read('package.json')) as Inputs[0],
    (await read('package-lock.json')) as Inputs[1],
    external,
  )
  const write = (name: string, value: object) =>
    writeFile(join(root, 'dist', name), `${JSON.stringify(value, null, 2)}\n`)
  await Promise.all([write('package.json', manifest), write('package-lock.json', lock)])
}

/** dist/texts.json: the texts that a vendor's are compared with, and that `npm run texts` prints. */
async function writeTexts(): Promise<void> {
  const texts = await Promise.all(languages.map(async (language) => [language, await readTexts(language)] as const))
  await writeFile(join(root, 'dist/texts.json'), JSON.stringify(Object.fromEntries(texts)))
}

/**
 * Builds web/ into dist/client and dist/ssr, once per language; files without text are the same for all. The files appear
 * together when all builds have succeeded, so a server that reads them, or a second build beside this one, never sees
 * a partial build. Removes the stamp of freshness.
 */
async function buildWeb(): Promise<void> {
  // Vite reads variables set here, such as Vitest's `test`, and would build pages for development.
  const { NODE_ENV: environment } = process.env
  const dist = join(root, 'dist')
  const workshop = join(dist, `.building-${process.pid}`)
  const client = join(workshop, 'client')
  const ssr = join(workshop, 'ssr')
  const configFile = join(root, 'vite.config.ts')
  process.env['NODE_ENV'] = 'production'
  try {
    for (const mode of languages) {
      await buildByVite({ root, configFile, mode, build: { outDir: client, emptyOutDir: false } })
      await buildByVite({
        root,
        configFile,
        mode,
        build: { ssr: 'web/app/entry.tsx', outDir: ssr, emptyOutDir: false },
      })
    }
    await copyFlags(join(client, 'flags'))
    await compressAll(client)
    await rm(stampFile, { force: true })
    await replace(join(dist, 'client'), client)
    await replace(join(dist, 'ssr'), ssr)
  } finally {
    if (environment === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = environment
    await rm(workshop, { recursive: true, force: true })
  }
}

export async function copyFlags(target: string): Promise<void> {
  const source = join(root, 'node_modules/country-flag-icons/3x2')
  await mkdir(target, { recursive: true })
  const flags = (await readdir(source)).filter((name) => name.endsWith('.svg'))
  await Promise.all(flags.map((name) => cp(join(source, name), join(target, name))))
}

async function replace(target: string, source: string): Promise<void> {
  await rm(target, { recursive: true, force: true })
  await rename(source, target)
}

async function compressAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && textual.has(extname(entry.name)))
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))))
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}

if (import.meta.main) await build()
