import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { promisify } from 'node:util'
import { secretText, signedHeaders } from '../../../connect/rules/signature.ts'
import { root } from '../../../scripts/run.ts'
import { eventually, freePort } from '../../support/given.ts'
import { isThere } from '../../support/programs.ts'

// The receivers of the how-to, unchanged.
const text = readFileSync(join(root, 'docs/how-to/send-events.md'), 'utf8')
const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)]
const example = (language: string) => blocks.find(([, one]) => one === language)?.[2] ?? assert.fail(language)
const folder = mkdtempSync(join(tmpdir(), 'tillhouse-receivers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const secret = secretText(randomBytes(32))
const body = JSON.stringify({ type: 'trial.started', timestamp: new Date().toISOString(), data: { subscription: 'ü' } })

async function receive(
  program: string,
  argumentsFor: (file: string, port: number) => string[],
  file: string,
  code: string,
) {
  const port = await freePort()
  writeFileSync(join(folder, file), code)
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret }
  const receiver = spawn(program, argumentsFor(join(folder, file), port), { env, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}/hooks`
  const post = (headers: Record<string, string>, sent = body) =>
    fetch(url, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: sent }).then(
      ({ status }) => status,
    )
  try {
    await eventually('the receiver', () => post({}).catch(() => undefined))
    const headers = signedHeaders('msg_1', body, [secretText(randomBytes(32)), secret], new Date())
    assert.equal(await post(headers), 204)
    assert.equal(await post(headers, body.replace('started', 'ended')), 401, 'another body')
    assert.equal(await post({ ...headers, 'webhook-id': 'msg_2' }), 401, 'another id')
    assert.equal(await post(signedHeaders('msg_1', body, [secret], new Date(Date.now() - 600_000))), 401, 'too old')
    if (isThere('openssl', 'version') && isThere('curl')) {
      const run = promisify(execFile)('sh', ['-c', example('sh')], { env: { ...env, RECEIVER: url } })
      assert.match((await run).stdout, /^HTTP\/1\.[01] 204/)
    }
  } finally {
    receiver.kill()
  }
}

test('the Node receiver in the guide accepts only signed messages', () =>
  receive(process.execPath, (file) => [file], 'receiver.mjs', example('js')))

test('the Python receiver in the guide accepts only signed messages', async () => {
  if (isThere('python3')) await receive('python3', (file) => [file], 'receiver.py', example('python'))
})

test('the PHP receiver in the guide accepts only signed messages', async () => {
  if (isThere('php')) {
    await receive('php', (file, port) => ['-S', `127.0.0.1:${port}`, file], 'receiver.php', example('php'))
  }
})
