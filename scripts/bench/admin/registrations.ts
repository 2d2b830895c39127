import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { dialCodeOf, isCountryCode } from '../../../domain/lists/countries.ts'
import { statesOf } from '../../../domain/lists/states.ts'
import { quantile } from '../../../test/proof/shapes/load.ts'
import { trialFields } from '../../../test/support/trial-fields.ts'
import { createVisitor } from '../../../test/support/http/visitor.ts'
import { createRandom } from '../../seed/random.ts'
import { addressAt, foundCompany } from '../../seed/companies.ts'
import type { BenchResult } from '../bench-result.ts'
import { familyTime, processorTime, type AdminWorld } from './world.ts'

const connections = 16
const closedSeconds = 15
/** The target rate in docs/scale.md. */
const aSecond = 200
const openSeconds = 60

type Registration = { email: string; body: string }
type Seen = { email: string; ms: number; status: number }

/**
 * Measures registrations beside this many subscribers: as many as sixteen connections achieve, then 200 a second for a
 * minute, each sent when it is due even if earlier ones were not answered; meanwhile an administrator pages through the
 * list.
 */
export async function measureRegistrations(world: AdminWorld): Promise<BenchResult[]> {
  const send = await openSender(world.product.url)
  const people = makeRegistrations()
  const before = spent(world)
  const closed = await closedLoop(people, send)
  const after = spent(world)
  const open = await openLoop(world, people, send)
  const drained = await mailSent(world)
  const acknowledged = [...closed, ...open.seen].filter(isAccepted).map(({ email }) => email)
  const stored = await count(world, 'select count(*)::int as n from subscribers where email = any($1)', [acknowledged])
  const times = closed.map(({ ms }) => ms)
  const each = (key: 'node' | 'database') => `${((after[key] - before[key]) / closed.length).toFixed(1)} ms`
  const openTimes = open.seen.map(({ ms }) => ms)
  const accepted = open.seen.filter(isAccepted).length
  return [
    {
      what: `registrations at ${connections} connections`,
      seen: `${(closed.filter(isAccepted).length / closedSeconds).toFixed(0)} a second, 99 % within ${share(times, 0.99)}; ${each('node')} of Node and ${each('database')} of PostgreSQL each`,
      goal: '',
      met: null,
    },
    {
      what: `${aSecond} registrations a second, ${openSeconds} s`,
      seen: `${accepted} of ${aSecond * openSeconds} accepted, median ${share(openTimes, 0.5)}, 99 % within ${share(openTimes, 0.99)}${refusals(open.seen)}`,
      goal: 'all',
      met: accepted === aSecond * openSeconds,
    },
    {
      what: 'the list of users meanwhile',
      seen: `median ${share(open.pages, 0.5)}, at most ${share(open.pages, 1)} (${open.pages.length} pages, ${open.refused} refused with 503)`,
      goal: '',
      met: null,
    },
    {
      what: 'acknowledged registrations stored',
      seen: `${stored} of ${acknowledged.length}; the last email sent after another ${drained.toFixed(1)} s`,
      goal: 'all',
      met: stored === acknowledged.length,
    },
  ]
}

const isAccepted = ({ status }: Seen) => status === 201

function refusals(seen: readonly Seen[]): string {
  const groups = Map.groupBy(
    seen.filter((one) => !isAccepted(one)),
    ({ status }) => status,
  )
  return [...groups].map(([status, all]) => `, ${all.length} × ${status}`).join('')
}

/** Returns the time below which a share of them lies. */
const share = (times: readonly number[], part: number) => `${quantile(times, part).toFixed(0)} ms`

/** Returns the seconds until no email is waiting. */
async function mailSent(world: AdminWorld): Promise<number> {
  const began = performance.now()
  const waiting = `select count(*)::int as n from jobs where kind = 'email' and given_up_at is null and done_at is null`
  while ((await count(world, waiting)) > 0) await wait(200)
  return (performance.now() - began) / 1000
}

const spent = ({ product, databasePid }: AdminWorld) => ({
  node: processorTime(product.pid),
  database: familyTime(databasePid),
})

async function count({ pool }: AdminWorld, text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(text, values)
  return rows[0]?.n ?? 0
}

/** Yields different people of different companies, whose names the screening has not compared before. */
function* makeRegistrations(): Generator<Registration, never> {
  const random = createRandom(200)
  const domains = new Set<string>()
  for (;;) {
    const company = foundCompany(random, domains)
    const { country, culture } = company
    const dialCode = isCountryCode(country) ? dialCodeOf[country] : undefined
    if (dialCode === undefined) continue
    const [firstName, lastName] = [random.of(culture.firstNames), random.of(culture.lastNames)]
    const states = statesOf(country)
    const email = `bench.${addressAt(company, random, firstName, lastName)}`
    const body = JSON.stringify({
      email,
      firstName,
      lastName,
      // Some company forms contain a slash, which the form rejects.
      company: company.name.replaceAll('/', ''),
      country,
      ...(states.length > 0 ? { state: random.of(states).code } : {}),
      ...trialFields,
      phone: { countryCode: dialCode, phoneNumber: '7700900123' },
      termsAndConditions: true,
    })
    yield { email, body }
  }
}

type Send = (one: Registration) => Promise<Seen>

async function openSender(url: string): Promise<Send> {
  const agent = new Agent({ keepAlive: true })
  const random = createRandom(18)
  const visitor = createVisitor(url)
  await (await visitor.get('/api/v1/users/userinfo')).text()
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const token = visitor.cookies.get('XSRF-TOKEN') ?? ''
  return ({ email, body }) => {
    const began = performance.now()
    const headers = {
      // Limits apply per network address.
      'x-forwarded-for': `198.${18 + random.below(2)}.${random.below(256)}.${random.below(256)}`,
      cookie,
      'x-xsrf-token': token,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    return new Promise((resolve, reject) => {
      const sent = request(`${url}/api/v1/users`, { method: 'POST', agent, headers }, (answer) => {
        answer
          .resume()
          .on('end', () => resolve({ email, ms: performance.now() - began, status: answer.statusCode ?? 0 }))
      })
      sent.on('error', reject).end(body)
    })
  }
}

async function closedLoop(people: Generator<Registration, never>, send: Send): Promise<Seen[]> {
  const seen: Seen[] = []
  const end = performance.now() + closedSeconds * 1000
  async function one(): Promise<void> {
    while (performance.now() < end) seen.push(await send(people.next().value))
  }
  await Promise.all(Array.from({ length: connections }, one))
  return seen
}

async function openLoop(
  { product, headers }: AdminWorld,
  people: Generator<Registration, never>,
  send: Send,
): Promise<{ seen: Seen[]; pages: number[]; refused: number }> {
  const total = aSecond * openSeconds
  const began = performance.now()
  const under: Promise<Seen>[] = []
  const pages: number[] = []
  let refused = 0
  const reading = (async () => {
    while (under.length < total) {
      const asked = performance.now()
      const page = await fetch(`${product.url}/api/v1/subscriptions`, { headers })
      const text = await page.text()
      // Refused because it would have waited too long: what a machine does that cannot keep up with the rate.
      if (page.status === 503) refused += 1
      else if (page.ok) pages.push(performance.now() - asked)
      else throw new Error(`the list of users answered ${page.status}: ${text}`)
      await wait(200)
    }
  })()
  while (under.length < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - began) / 1000) * aSecond))
    while (under.length < due) under.push(send(people.next().value))
    await wait(5)
  }
  await reading
  return { seen: await Promise.all(under), pages, refused }
}
