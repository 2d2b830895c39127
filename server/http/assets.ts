import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.txt': 'text/plain; charset=utf-8',
}

type Asset = { type: string; etag: string; plain: Buffer; br?: Buffer; gzip?: Buffer }

/** The built files of the browser, read once into memory with their compressed siblings. */
export async function addAssets(app: FastifyInstance, folder: string): Promise<void> {
  const assets = await readAssets(folder)
  for (const [path, asset] of assets) {
    const hashed = path.startsWith('/assets/')
    app.get(path, (request, reply) => {
      void reply
        .header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=86400')
        .header('etag', asset.etag)
        .header('vary', 'accept-encoding')
      if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send()
      const encoding = acceptedEncoding(request, asset)
      if (encoding) void reply.header('content-encoding', encoding)
      return reply.type(asset.type).send(encoding ? asset[encoding] : asset.plain)
    })
  }
}

/** The best encoding that both sides have. */
export function acceptedEncoding(
  request: FastifyRequest,
  have: { br?: unknown; gzip?: unknown },
): 'br' | 'gzip' | undefined {
  const accepted = request.headers['accept-encoding'] ?? ''
  return (['br', 'gzip'] as const).find((encoding) => have[encoding] && new RegExp(`\\b${encoding}\\b`).test(accepted))
}

async function readAssets(folder: string): Promise<Map<string, Asset>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && extname(entry.name) in types)
    .map((entry) => join(entry.parentPath, entry.name))
  const assets = names.map(async (name): Promise<[string, Asset]> => {
    const plain = await readFile(name)
    const [br, gzip] = await Promise.all([
      readFile(`${name}.br`).catch(() => null),
      readFile(`${name}.gz`).catch(() => null),
    ])
    const asset = {
      type: types[extname(name)] ?? 'application/octet-stream',
      etag: `"${createHash('sha1').update(plain).digest('base64url')}"`,
      plain,
      ...(br ? { br } : {}),
      ...(gzip ? { gzip } : {}),
    }
    return [`/${relative(folder, name).split(sep).join('/')}`, asset]
  })
  return new Map(await Promise.all(assets))
}
