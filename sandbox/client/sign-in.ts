import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ServerResponse } from './requests.ts'

export type DeviceTexts = { name: string; system: string; version: string }
export type Grant = {
  server: string
  product: string
  jkt: string
  device: DeviceTexts
  post: (url: string, form: Record<string, string>) => Promise<ServerResponse>
}

/**
 * How long, in ms, the browser can take: as long as the server stores a request, so that the user can start a trial.
 */
const browserPatience = 3_600_000
const goBack =
  '<!doctype html><meta charset="utf-8"><title>Done</title><p>You can close this page and return to the program.</p>'

/**
 * Signs in by the browser (RFC 8252): listens on the loopback address, has `open` show a page of the server, and exchanges the code
 * that comes back. Resolves with the token response; rejects with one sentence if the sign-in is not allowed.
 */
export async function signInByBrowser(grant: Grant, open: (address: string) => unknown): Promise<ServerResponse> {
  const { server, product, jkt, device, post } = grant
  const [verifier, state] = [randomText(), randomText()]
  const listener = createServer()
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const redirectUri = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: product,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
    scope: 'licence',
    dpop_jkt: jkt,
    ...deviceForm(device),
  })
  try {
    const coming = answerOf(listener, state)
    await open(`${server}/licence/authorize?${query.toString()}`)
    const answer = await coming
    // A code from another server must not be exchanged here (RFC 9207). The issuer of leases may be an earlier address.
    if (answer.get('iss') !== `${server}/licence`) throw new Error('The answer is from another server.')
    const code = answer.get('code')
    if (code === null) throw new Error(`The sign-in was not allowed: ${answer.get('error') ?? 'no code'}.`)
    return await post(`${server}/licence/token`, {
      grant_type: 'authorization_code',
      client_id: product,
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    })
  } finally {
    listener.close()
    listener.closeAllConnections()
  }
}

/** The parameters that the browser returns. A request without the state belongs to another sign-in and is ignored. */
function answerOf(listener: Server, state: string): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The browser did not respond.')), browserPatience)
    listener.on('request', (request, response) => {
      // Any program on this computer can send a request, also one whose target is no URL.
      const [path, ...query] = (request.url ?? '').split('?')
      const parameters = new URLSearchParams(query.join('?'))
      if (path !== '/callback' || parameters.get('state') !== state) return response.writeHead(404).end()
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', connection: 'close' }).end(goBack)
      clearTimeout(timer)
      resolve(parameters)
    })
  })
}

/**
 * Signs in by a code that the user enters in a browser on any computer (RFC 8628). `show` receives the code and the
 * address. Resolves with the token response; rejects with one sentence if the sign-in is not allowed.
 */
export async function signInByCode(
  { server, product, device, post }: Grant,
  show: (code: string, address: string) => unknown,
  pause: (seconds: number) => Promise<unknown> = (seconds) => wait(seconds * 1000),
): Promise<ServerResponse> {
  const verifier = randomText()
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const { status, body } = await post(`${server}/licence/device_authorization`, {
    client_id: product,
    scope: 'licence',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...deviceForm(device),
  })
  if (status !== 200 || !body) throw new Error(`The server gives no code: ${textOf(body?.['error'], status)}.`)
  await show(textOf(body['user_code'], ''), textOf(body['verification_uri'], ''))
  const lifetime = Number(body['expires_in'] ?? 600)
  let interval = Number(body['interval'] ?? 5)
  let waited = 0
  for (;;) {
    await pause(interval)
    waited += interval
    const answer = await post(`${server}/licence/token`, {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: product,
      device_code: textOf(body['device_code'], ''),
      code_verifier: verifier,
    }).catch(() => null)
    const error = answer?.body?.['error']
    if (error === 'authorization_pending') continue
    if (answer?.body && answer.status < 500 && error !== 'slow_down' && error !== 'temporarily_unavailable') {
      if (answer.status !== 200) throw new Error(`The sign-in was not allowed: ${textOf(error, answer.status)}.`)
      return answer
    }
    // A lost response, or a busy server: ask again, less often (RFC 8628 §3.5).
    if (waited >= lifetime) throw new Error('The code has expired, and the server does not respond.')
    interval += 5
  }
}

const textOf = (value: unknown, otherwise: string | number) => (typeof value === 'string' ? value : String(otherwise))
const randomText = () => randomBytes(32).toString('base64url')
const deviceForm = ({ name, system, version }: DeviceTexts) => ({
  device_name: name,
  device_system: system,
  device_version: version,
})
