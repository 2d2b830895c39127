import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/given.ts'
import type { Proxy } from '../support/servers/proxy.ts'
import { startProgram } from './program.ts'
import { adapted, prepared, sample } from './sample.ts'

type Sample = {
  /** Returns the file's content from the guide, for these ports. */
  file(port: number, ports: readonly number[], folder: string): string
  start(file: string, folder: string): { path: string; args: string[]; env?: Record<string, string> }
}

const instances = ([one, two]: readonly number[]) => ({
  '127.0.0.1:3000': `127.0.0.1:${one}`,
  '127.0.0.1:3001': `127.0.0.1:${two}`,
})

/** The guide's samples in the section Proxy, in the form that their programs need. */
export const samples: Record<'nginx' | 'haproxy' | 'caddy', Sample> = {
  nginx: {
    file: (port, ports, folder) => `
      daemon off; pid ${folder}/nginx.pid; error_log stderr warn; events {}
      http {
        access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
        fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
        ${adapted(sample('nginx', 'upstream'), {
          ...instances(ports),
          'listen 443': `listen 127.0.0.1:${port}`,
          'server_name shop.example.com': 'server_name localhost',
          '/etc/ssl/shop.example.com.pem': prepared('PROOF_CERTIFICATE'),
          '/etc/ssl/shop.example.com.key': prepared('PROOF_KEY'),
        })}
      }`,
    start: (file, folder) => ({ path: prepared('PROOF_NGINX'), args: ['-c', file, '-p', folder] }),
  },
  haproxy: {
    file: (port, ports) =>
      adapted(sample('haproxy', 'frontend'), {
        ...instances(ports),
        'bind :443': `bind 127.0.0.1:${port}`,
        '/etc/ssl/shop.example.com.both.pem': prepared('PROOF_BOTH'),
      }),
    start: (file) => ({ path: prepared('PROOF_HAPROXY'), args: ['-db', '-f', file] }),
  },
  caddy: {
    file: (port, ports) => `
{
  admin off
  auto_https disable_redirects
}
${adapted(sample('caddyfile', 'reverse_proxy'), {
  ...instances(ports),
  // No authority can verify the name here; elsewhere Caddy obtains the certificate itself.
  'shop.example.com {': `https://localhost:${port} {\n  tls ${prepared('PROOF_CERTIFICATE')} ${prepared('PROOF_KEY')}`,
})}`,
    start: (file, folder) => ({
      path: prepared('PROOF_CADDY'),
      args: ['run', '--adapter', 'caddyfile', '--config', file],
      env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    }),
  },
}

/** Starts the program with the guide's sample in front of these instances. */
export async function startSample(name: keyof typeof samples, ports: readonly number[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), `tillhouse-${name}-`))
  const port = await freePort()
  const file = join(folder, 'config')
  writeFileSync(file, samples[name].file(port, ports, folder))
  const { path, args, env } = samples[name].start(file, folder)
  const program = await startProgram(path, args, () => listens(port), env)
  return {
    url: `https://localhost:${port}`,
    async stop() {
      await program.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
