import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, onTestFinished, test } from 'vitest'
import { secretText, signedHeaders } from '../../../connect/rules/signature.ts'
import { root } from '../../../scripts/run.ts'
import { givenAFolder } from '../../support/given-folder.ts'
import { givenAKey } from '../../support/admin/keys.ts'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'
import { eventually, freePort, givenAnAdministrator, givenAShop } from '../../support/given.ts'
import { isThere } from '../../support/programs.ts'

/** Returns the examples of a how-to: the one in that language which contains `part`. */
function examplesOf(guide: string, address?: string) {
  const text = readFileSync(join(root, 'docs/how-to', guide), 'utf8')
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)]
  return (language: string, part = '') => {
    const found = blocks.find(([, one, code]) => one === language && code?.includes(part))?.[2] ?? assert.fail(part)
    return address === undefined ? found : found.replaceAll('https://shop.example.com', address)
  }
}

/** Starts a server that responds to everything with this page; returns its address. */
async function givenAProxy(status: number, page: string): Promise<string> {
  const port = await freePort()
  const proxy = createServer((_request, response) => response.writeHead(status, { location: '/' }).end(page))
  proxy.listen(port, '127.0.0.1')
  onTestFinished(() => void proxy.close())
  return `http://127.0.0.1:${port}`
}

describe('in the guide to the API', async () => {
  // The examples are unchanged except for the shop's address.
  const shop = await givenAShop()
  const example = examplesOf('call-the-api.md', shop.url)
  const { email, id } = await givenASubscriber(shop)
  const { key } = await givenAKey(await givenAnAdministrator(shop), ['subscriptions:read', 'subscriptions:write'])
  const env = { ...process.env, SUBSCRIPTION_ID: id, TILLHOUSE_KEY: key, NEXT: '' }
  const run = async (program: string, ...args: string[]) => (await promisify(execFile)(program, args, { env })).stdout

  test('the Node program lists every subscription', async () => {
    const listed = await run(process.execPath, '--input-type=module', '--eval', example('js', 'while (next)'))
    assert.match(listed, new RegExp(email))
  })

  test('the Python program lists every subscription', { skip: !isThere('python3') }, async () => {
    assert.match(await run('python3', '-c', example('python', 'urllib')), new RegExp(email))
  })

  test('the curl commands read and change a subscription', { skip: !isThere('curl') }, async () => {
    assert.match(await run('sh', '-c', example('sh', 'filters=active')), /^HTTP\/1\.1 200 OK/)
    for (let time = 0; time < 2; time += 1) await run('sh', '-c', example('sh', 'ticket-4711'))
    assert.equal((await shop.sql("select 1 from events where type = 'COMMENT_ADDED'")).length, 1)
  })

  test('the curl command reads the feed from the beginning, and continues', { skip: !isThere('curl') }, async () => {
    const command = example('sh', 'api/v1/events')
    const first = JSON.parse(await run('sh', '-c', command)) as { events: unknown[]; next: string }
    const last = `NEXT=${first.next}; ${command}`
    assert.deepEqual(JSON.parse(await run('sh', '-c', last)), { events: [], next: first.next })
  })

  const phpHasCurl = isThere('php', '-r', "exit(function_exists('curl_init') ? 0 : 1);")
  test('the PHP program changes a subscription', { skip: !phpHasCurl }, async () => {
    await run('php', '-r', `$id = '${id}'; ${example('php', 'curl_init').replace('<?php', '')}`)
  })

  test.each([
    ['an empty redirect', 308, ''],
    ['the redirect of a proxy', 301, '<html>Moved</html>'],
    ['a page of a proxy', 200, '<html>Please sign in</html>'],
  ])('the PHP program fails with the status after %s', { skip: !phpHasCurl }, async (_name, status, page) => {
    const program = examplesOf('call-the-api.md', await givenAProxy(status, page))('php', 'curl_init')
    const failure = await run('php', '-r', `$id = '${id}'; ${program.replace('<?php', '')}`).catch(String)
    assert.match(failure, new RegExp(`RuntimeException: ${status}: not a response from the shop`))
  })

  test('the Node program fails with the status after a page of a proxy', async () => {
    const program = examplesOf('call-the-api.md', await givenAProxy(502, '<html>Bad gateway</html>'))(
      'js',
      'while (next)',
    )
    const failure = await run(process.execPath, '--input-type=module', '--eval', program).catch(String)
    assert.match(failure, /Error: 502 /)
  })
})

describe('in the guide to webhooks', () => {
  const example = examplesOf('send-events.md')
  const secret = secretText(randomBytes(32))
  const body = JSON.stringify({ type: 'trial.started', timestamp: new Date().toISOString(), data: { name: 'ü' } })

  for (const [name, program, language, args] of [
    ['receiver.mjs', process.execPath, 'js', ['receiver.mjs']],
    ['receiver.py', 'python3', 'python', ['receiver.py']],
    // The guide's own command: without `exec`, the end of the test would stop the shell only.
    ['receiver.php', 'php', 'php', ['-c', `exec ${example('sh', 'php -S')}`]],
  ] as const)
    test(`${name} accepts only signed messages`, { skip: !isThere(program) }, async (t) => {
      const [folder, port] = [givenAFolder(), await freePort()]
      writeFileSync(join(folder, name), example(language))
      const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret }
      const receiver = spawn(program === 'php' ? 'sh' : program, args, { cwd: folder, env, stdio: 'ignore' })
      t.onTestFinished(() => void receiver.kill())
      const url = `http://127.0.0.1:${port}/hooks`
      const post = async (headers: Record<string, string>, sent = body) => {
        const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: sent }
        return (await fetch(url, init)).status
      }
      await eventually('the receiver', () => post({}).catch(() => undefined))
      const headers = signedHeaders('msg_1', body, [secretText(randomBytes(32)), secret], new Date())
      assert.equal(await post(headers), 204)
      assert.equal(await post(headers, body.replace('started', 'ended')), 401, 'another body')
      assert.equal(await post({ ...headers, 'webhook-id': 'msg_2' }), 401, 'another id')
      assert.equal(await post(signedHeaders('msg_1', body, [secret], new Date(Date.now() - 600_000))), 401, 'too old')
      const at = headers['webhook-timestamp'] ?? ''
      assert.equal(await post({ ...headers, 'webhook-signature': 'v1,é' }), 401, 'a signature that is not ASCII')
      assert.equal(await post({ ...headers, 'webhook-timestamp': `${at}²` }), 401, 'a time that is not ASCII')
      if (!isThere('openssl', 'version') || !isThere('curl')) return
      const sent = await promisify(execFile)('sh', ['-c', example('sh', 'openssl')], { env: { ...env, RECEIVER: url } })
      assert.match(sent.stdout, /^HTTP\/1\.[01] 204/)
    })
})
