import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { client } from './given-simulator.ts'

const command = join(import.meta.dirname, '../command.ts')

/** Returns a port that was free a moment ago. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

test('the command serves the API and plain pages that escape names, and stops at a signal', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-simulator-'))
  t.onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [port, pages] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [command, '--folder', folder, '--port', port, '--pages', pages], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  assert.equal(
    line.toString().trim(),
    `API http://127.0.0.1:${port}, key sk_test_simulator, pages http://localhost:${pages}/sandbox/payment`,
  )

  const stripe = client(`http://127.0.0.1:${port}`, 'sk_test_simulator')
  await stripe.customers.create({ name: '<i>Ann</i>', email: 'ann@acme.example' })
  const page = await (await fetch(`http://127.0.0.1:${pages}/sandbox/payment`)).text()
  assert.match(page, /<title>Sandbox payment<\/title>/)
  assert.match(page, /&lt;i&gt;Ann&lt;\/i&gt;/)
  assert.equal((await fetch(`http://127.0.0.1:${pages}/`)).status, 404)

  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

test('the command prints its usage for an unknown option', async () => {
  const child = spawn(process.execPath, [command, '--what'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [said] = (await once(child.stderr, 'data')) as [Buffer]
  assert.match(said.toString(), /--what[^]*Usage: npm start -w stripe-simulator/)
  assert.deepEqual(await once(child, 'exit'), [1, null])
})
