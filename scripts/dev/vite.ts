import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { languages, type Language } from '../../domain/language.ts'
import { root } from '../run.ts'
import { baseOf } from './pages.ts'

/**
 * Serves the sources of the browser with hot reload, once per language, and renders pages from them. Returns its address
 * on this machine.
 */
export async function startVite(): Promise<string> {
  const http = createServer((req, res) => void answer(req, res))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const start = (language: Language): Promise<ViteDevServer> =>
    createVite({
      root,
      configFile: join(root, 'vite.config.ts'),
      mode: language,
      base: baseOf(language),
      cacheDir: join(root, 'node_modules/.vite', language),
      optimizeDeps: { entries: ['web/app/client.tsx'] },
      server: {
        middlewareMode: true,
        // Only sources, because the project folder also contains the database and the secret.
        fs: {
          allow: ['web', 'contract', 'domain', 'i18n', 'platform', 'node_modules'].map((folder) => join(root, folder)),
        },
        hmr: { server: http, protocol: 'ws', host: '127.0.0.1', clientPort: port },
        watch: { ignored: ['**/{data,dist,docs,identity,licence,connect,platform,sandbox,scripts,server,test}/**'] },
      },
    })
  const servers = new Map<string, ViteDevServer>()
  for (const language of languages) servers.set(language, await start(language))
  return `http://127.0.0.1:${port}`

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const [, first, second] = (req.url ?? '').split('/')
    const vite = servers.get(second ?? '')
    if (!vite) return void res.writeHead(404).end()
    if (first !== 'render') return vite.middlewares(req, res)
    try {
      const { render } = (await vite.ssrLoadModule('/web/app/entry.tsx')) as {
        render: (page: unknown) => { head: string; body: string }
      }
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(render(await json(req))))
    } catch (error) {
      vite.ssrFixStacktrace(error as Error)
      res.writeHead(500).end(error instanceof Error ? error.stack : String(error))
    }
  }
}
