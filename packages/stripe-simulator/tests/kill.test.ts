import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { aCheckout, aSandbox, cards, client, pay } from './given-simulator.ts'

test('killed during purchases: what was acknowledged is stored, and each session is paid once or not at all', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'payment-kill-'))
  t.onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const program = `
    import { createServer } from 'node:http'
    import { startStripeSimulator } from ${JSON.stringify(new URL('../simulator.ts', import.meta.url).href)}
    const web = createServer((q, r) => sandbox.handle(q, r)).listen(0, '127.0.0.1', async () => {
      const publicUrl = 'http://127.0.0.1:' + web.address().port
      globalThis.sandbox = await startStripeSimulator({
        folder: ${JSON.stringify(folder)}, now: () => new Date('2026-11-20T10:00:00Z'), publicUrl, key: 'sk_test_sandbox',
        webhook: { url: publicUrl + '/none', secret: 'whsec_x' },
      })
      console.log(JSON.stringify([sandbox.apiBase, publicUrl]))
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const [apiBase, publicUrl] = JSON.parse(line.toString()) as [string, string]
  const stripe = client(apiBase)
  const paid: string[] = []
  const opened: string[] = []
  const buy = async () => {
    const { session } = await aCheckout({ stripe, publicUrl })
    opened.push(session.id)
    if ((await pay(session.url!, { number: cards.pays })).status === 303) paid.push(session.id)
    if (paid.length === 5) child.kill('SIGKILL')
  }
  await Promise.allSettled(Array.from({ length: 12 }, buy))
  assert.ok(paid.length >= 5, 'it was killed in the middle of purchases')
  if (child.signalCode === null) await once(child, 'exit')
  const setup = await aSandbox(t, { folder })
  const sessions = new Map<string, string | null>()
  for await (const one of setup.stripe.checkout.sessions.list({ limit: 100 })) sessions.set(one.id, one.status)
  for (const id of opened) assert.ok(sessions.has(id), 'an answered session is there')
  for (const id of paid) assert.equal(sessions.get(id), 'complete')
  const complete = [...sessions.values()].filter((status) => status === 'complete').length
  assert.equal((await setup.stripe.charges.list({ limit: 100 })).data.length, complete)
  assert.equal((await setup.stripe.subscriptions.list({ limit: 100 })).data.length, complete)
})
