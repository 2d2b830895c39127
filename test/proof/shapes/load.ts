import { Agent, request, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { aRegistration } from '../../support/given.ts'
import { createVisitor } from '../../support/http/visitor.ts'

export type Answer = { what: string; status: number; ms: number; at: number; body: string; retryAfter: string | null }

/**
 * Simulated people who read, and register now and then. The record of what the product acknowledged is kept outside the
 * product.
 */
export type Load = {
  answers: Answer[]
  /** Email addresses whose registration was answered with 201. */
  acknowledged: string[]
  /** Stops once every request under way has been answered. */
  stop(): Promise<void>
}

export type Mix = {
  /** People, each of whom waits for a response before the next request. */
  people: number
  /** One request in so many is a registration; the others read. */
  registerEvery?: number
  /** Milliseconds between two requests of a person. */
  pause?: number
}

const pages = ['/api/v1/plans', '/try/analytics-trial', '/api/v1/users/userinfo']
let loads = 0

export async function startLoad(url: string, { people, registerEvery = 5, pause = 0 }: Mix): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: people })
  const answers: Answer[] = []
  const acknowledged: string[] = []
  const visitor = createVisitor(url)
  await (await visitor.get('/api/v1/users/userinfo')).text()
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const token = visitor.cookies.get('XSRF-TOKEN') ?? ''
  const over = new AbortController()
  const label = `${process.pid}-${(loads += 1)}`

  async function person(which: number): Promise<void> {
    for (let count = which; !over.signal.aborted; count += 1) {
      if (count % registerEvery === 0) {
        const email = `proof-${label}-${which}-${count}@northwind-bottling.example`
        const answer = await ask('registration', '/api/v1/users', aRegistration({ email }))
        if (answer.status === 201) acknowledged.push(email)
      } else await ask('reading', pages[count % pages.length] ?? '/')
      if (pause > 0) await wait(pause)
    }
  }

  function ask(what: string, path: string, body?: object): Promise<Answer> {
    const began = performance.now()
    const json = body === undefined ? undefined : JSON.stringify(body)
    const headers =
      json === undefined
        ? {}
        : {
            cookie,
            'x-xsrf-token': token,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(json),
          }
    return new Promise((resolve) => {
      const done = (status: number, text: string, retryAfter: string | null) => {
        const now = performance.now()
        const answer = { what, status, ms: now - began, at: now, body: text, retryAfter }
        answers.push(answer)
        resolve(answer)
      }
      const sent = request(url + path, { method: json === undefined ? 'GET' : 'POST', agent, headers })
      sent.on('response', (answer: IncomingMessage) => {
        let text = ''
        answer
          .setEncoding('utf8')
          .on('data', (chunk: string) => (text += text.length < 500 ? chunk : ''))
          .on('end', () => done(answer.statusCode ?? 0, text, answer.headers['retry-after'] ?? null))
          .on('error', (error) => done(0, error.message, null))
      })
      // A broken connection also counts as a response, with status 0.
      sent.on('error', (error) => done(0, error.message, null)).end(json)
    })
  }

  const running = Array.from({ length: people }, (_, which) => person(which))
  return {
    answers,
    acknowledged,
    async stop() {
      over.abort()
      await Promise.all(running)
      agent.destroy()
    },
  }
}

/** Runs the load for a time, in ms. */
export async function loadFor(url: string, mix: Mix, ms: number): Promise<Load> {
  const load = await startLoad(url, mix)
  await wait(ms)
  await load.stop()
  return load
}

/** Returns the value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

export const timesOf = (answers: readonly Answer[]) => answers.map(({ ms }) => ms)

/** Returns how often each status occurred, in words. */
export function statusesOf(answers: readonly Answer[]): string {
  const groups = Map.groupBy(answers, ({ status }) => status)
  return [...groups]
    .toSorted(([one], [other]) => one - other)
    .map(([status, all]) => `${all.length} × ${status === 0 ? 'a broken connection' : status}`)
    .join(', ')
}
