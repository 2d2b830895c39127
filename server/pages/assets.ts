import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../contract/errors.ts'
import { etagOf, sendCachedFile, type CachedFile } from '../http/cached-file.ts'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * Serves the built files of the browser, read once into memory with their compressed versions. One route per folder: a
 * route for each of hundreds of files takes megabytes and a tenth of the start.
 */
export function addAssets(app: FastifyInstance, folder: string): void {
  const assets = readAssets(folder)
  for (const place of new Set([...assets.keys()].map((path) => path.slice(0, path.lastIndexOf('/'))))) {
    const caching = place === '/assets' ? 'public, max-age=31536000, immutable' : 'public, max-age=86400'
    app.get<{ Params: { file: string } }>(`${place}/:file`, (request, reply) => {
      // Not the page for an unknown address, whose rendering takes long: requests for assets never wait.
      const asset = assets.get(`${place}/${request.params.file}`) ?? refuse('NOT_FOUND')
      return sendCachedFile(asset, caching, request, reply)
    })
  }
}

/**
 * Reads synchronously, before the first request: for hundreds of small files this takes a quarter of the time of
 * promises.
 */
function readAssets(folder: string): Map<string, CachedFile> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const there = new Set(names)
  const assets = names
    .filter((name) => extname(name) in types)
    .map((name): [string, CachedFile] => {
      const plain = readFileSync(name)
      const asset = {
        type: types[extname(name)] ?? 'application/octet-stream',
        etag: etagOf(plain),
        plain,
        ...(there.has(`${name}.br`) ? { br: readFileSync(`${name}.br`) } : {}),
        ...(there.has(`${name}.gz`) ? { gzip: readFileSync(`${name}.gz`) } : {}),
      }
      return [`/${relative(folder, name).split(sep).join('/')}`, asset]
    })
  return new Map(assets)
}
