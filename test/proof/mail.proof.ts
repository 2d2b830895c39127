import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import type { SMTPServerOptions } from 'smtp-server'
import { eventually, freePort, signIn } from '../support/given.ts'
import { refusal, useMailPlace, type ReceivedMail } from '../support/servers/mail-server.ts'
import { startLoad, statusesOf, timesOf, type Load } from './shapes/load.ts'
import { givenInstallation, proofAdministrator, shapes, type Installation } from './shapes/shapes.ts'

/*
 * A mail server that is not there, refuses for now, refuses for good, or hangs. People
 * register meanwhile; once it works, each email arrives, and none twice.
 */
const registrations = 20
const plain = { disabledCommands: ['AUTH', 'STARTTLS'] }

const atRecipient = (code: number): SMTPServerOptions => ({
  ...plain,
  onRcptTo: (_address, _session, done) => done(refusal(code, 'Not now')),
})

type Fault = { name: string; put(place: ReturnType<typeof useMailPlace>): Promise<unknown>; forGood?: true }
const faults: Fault[] = [
  { name: 'no mail server', put: (place) => place.leave() },
  {
    name: 'it refuses connections for now (421)',
    put: (place) => place.serve({ ...plain, onConnect: (_, done) => done(refusal(421, 'Busy')) }),
  },
  { name: 'it refuses recipients for now (451)', put: (place) => place.serve(atRecipient(451)) },
  { name: 'it accepts connections and says nothing', put: (place) => place.hang() },
  { name: 'it refuses recipients for good (550)', put: (place) => place.serve(atRecipient(550)), forGood: true },
]

async function register(url: string): Promise<Load> {
  const load = await startLoad(url, { people: 4, registerEvery: 1, pause: 20 })
  while (load.acknowledged.length < registrations) await wait(20)
  await load.stop()
  return load
}

const idOf = ({ source }: ReceivedMail) => /^message-id: (.+)$/im.exec(source)?.[1]?.trim() ?? ''

/** Returns how many emails wait or were given up. */
const outbox = async ({ sql }: Installation) =>
  (
    await sql<{ waiting: number; given_up: number; tried: number }>(
      `select count(*) filter (where given_up_at is null)::int as waiting, count(given_up_at)::int as given_up,
              count(*) filter (where last_error is not null)::int as tried
       from jobs where kind = 'email' and done_at is null`,
    )
  )[0] ?? { waiting: 0, given_up: 0, tried: 0 }

/** Retries, as an administrator, the emails that were given up. */
async function retryAll({ visitor }: Installation): Promise<void> {
  const administrator = visitor()
  await signIn(administrator, proofAdministrator.email, proofAdministrator.password)
  const answer = await administrator.get('/api/v1/mails/undelivered?state=given-up&limit=100')
  for (const { id } of (await answer.json()) as { id: string }[])
    assert.equal((await administrator.post(`/api/v1/mails/retry/${id}`)).status, 204)
}

for (const shape of shapes)
  describe(`${shape}: a mail server that fails`, async () => {
    const port = await freePort()
    const place = useMailPlace(port)
    let installation: Installation
    beforeAll(async () => {
      installation = await givenInstallation(shape, { settings: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
    })
    afterAll(() => installation.stop())
    for (const { name, put, forGood } of faults)
      test(name, async () => {
        await put(place)
        const load = await register(installation.url)
        const slowest = Math.max(...timesOf(load.answers))
        await eventually(
          'each email to be tried',
          async () => {
            const { tried, waiting } = await outbox(installation)
            return tried > 0 && (!forGood || waiting === 0)
            // A server that says nothing has a minute for its greeting.
          },
          120_000,
        )
        const during = await outbox(installation)
        const received = await place.serve()
        const began = performance.now()
        if (forGood) await retryAll(installation)
        await eventually('an empty outbox', async () => (await outbox(installation)).waiting === 0, 180_000)
        const drained = performance.now() - began
        const people = new Set(load.acknowledged)
        const own = received.filter(({ to }) => to.some((one) => people.has(one)))
        const arrived = new Map(own.map((mail) => [mail.to.join(), mail]))
        const ids = new Set(own.map(idOf))
        console.log(
          `${shape}, ${name}: ${statusesOf(load.answers)}, each within ${slowest.toFixed(0)} ms; ${during.waiting} emails waited and ` +
            `${during.given_up} were given up; drained in ${(drained / 1000).toFixed(1)} s; ${people.size - arrived.size} lost, ${own.length - ids.size} twice`,
        )
        assert.ok(
          load.answers.every(({ status }) => status === 201),
          statusesOf(load.answers),
        )
        assert.ok(slowest < 3_000, `${slowest} ms`)
        assert.deepEqual(
          [...people].filter((email) => !arrived.has(email)),
          [],
          'lost',
        )
        assert.equal(ids.size, own.length, 'each once')
      })
  })
