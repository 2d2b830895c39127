import { lookup } from 'node:dns/promises'
import { request as requestPlainly, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { isLoopback } from '../../../../platform/network-address.ts'
import type { Config } from '../../config/config.ts'
import { machineTime } from '../../process/clock.ts'
import type { Finding } from '../checks/storage.ts'
import { compareClocks } from './clock.ts'
import { dayMs } from '../../../../domain/calendar.ts'

/** How long one response can take, in ms. */
const timeout = 5_000
/** The days before a certificate's end from which it is reported: most are renewed 30 days ahead. */
const soon = 14

type Question = Pick<Config, 'publicUrl' | 'trustedProxies'>
type Trust = { ca?: string }

/**
 * Checks what visitors find at PUBLIC_URL: the name, the certificate, this product behind it, and what the proxy
 * forwards. Requests only /readyz and /metrics, without credentials.
 */
export async function checkPublicUrl({ publicUrl, trustedProxies }: Question, trust: Trust = {}): Promise<Finding[]> {
  const { hostname, protocol } = new URL(publicUrl)
  const secure = protocol === 'https:'
  if (!secure && isLoopback(hostname)) return []
  const line = (level: Finding['level'], about: string, sentence: string): Finding => ({ level, about, sentence })
  const proxies: Finding[] =
    secure && trustedProxies.length === 0
      ? [
          line(
            'warning',
            'proxy',
            'TRUSTED_PROXIES is not set: behind a proxy all visitors share its address and its rate limits.',
          ),
        ]
      : []
  const addresses = await lookup(hostname.replaceAll(/^\[|\]$/g, ''), { all: true }).catch((error: unknown) => {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  })
  if (addresses === 'ENOTFOUND') return [line('fault', 'dns', `${hostname} has no address.`), ...proxies]
  if (typeof addresses === 'string')
    return [line('warning', 'dns', `${hostname} could not be looked up (${addresses}).`), ...proxies]
  const dns = line('ok', 'dns', `${hostname} has the address ${addresses.map(({ address }) => address).join(', ')}.`)
  const sent = machineTime()
  const found = await get(`${publicUrl}/readyz`, trust).catch(nameOf)
  if (typeof found === 'string')
    return [dns, line('warning', 'public URL', `${publicUrl} cannot be reached from here (${found}).`), ...proxies]
  return [
    dns,
    ...(found.certificate ? [lineOf(found.certificate)] : []),
    isOurs(found)
      ? line('ok', 'public URL', `${publicUrl} leads to Tillhouse.`)
      : line('warning', 'public URL', `${publicUrl}/readyz returned ${found.status}, not a response of Tillhouse.`),
    ...compareClocks('PUBLIC_URL', new Date(found.date), sent, machineTime()),
    ...proxies,
    ...(isOurs(found) ? [await checkForwarding(publicUrl, trust)] : []),
  ]
}

type PublicResponse = { status: number; date: string; text: string; certificate: Certificate | null }
type Certificate = { daysLeft: number; fault: string | null }

const isOurs = ({ status, text }: PublicResponse) =>
  [200, 503].includes(status) && /^\{"status":"(not )?ready"\}$/.test(text)

/** /metrics is for this machine: it responds through a proxy only if the proxy does not state the visitor's address. */
async function checkForwarding(publicUrl: string, trust: Trust): Promise<Finding> {
  const found = await get(`${publicUrl}/metrics`, trust).catch(nameOf)
  const about = 'proxy'
  if (typeof found === 'string')
    return { level: 'warning', about, sentence: `${publicUrl}/metrics could not be read (${found}).` }
  if (found.text.startsWith('# TYPE'))
    return {
      level: 'warning',
      about,
      sentence: `${publicUrl}/metrics is public: have the proxy send X-Forwarded-For, and block /metrics.`,
    }
  return {
    level: 'ok',
    about,
    sentence: `/metrics is closed to visitors. Which addresses the proxy forwards cannot be seen from here.`,
  }
}

function lineOf({ daysLeft, fault }: Certificate): Finding {
  const about = 'certificate'
  if (fault === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return { level: 'fault', about, sentence: 'The certificate is for another host name than that of PUBLIC_URL.' }
  if (fault === 'CERT_HAS_EXPIRED')
    return { level: 'fault', about, sentence: `The certificate expired ${-daysLeft} days ago.` }
  if (fault !== null) return { level: 'fault', about, sentence: `Browsers may reject the certificate (${fault}).` }
  if (daysLeft < soon)
    return { level: 'warning', about, sentence: `The certificate expires in ${daysLeft} days: check its renewal.` }
  return { level: 'ok', about, sentence: `The certificate is valid for ${daysLeft} more days.` }
}

/** Reads an address. An invalid certificate is reported instead of ending the connection. */
function get(address: string, { ca }: Trust): Promise<PublicResponse> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeout)
    // Nothing secret is sent, and the response is only compared.
    const secure = { agent: false as const, signal, rejectUnauthorized: false, ...(ca ? { ca } : {}) }
    const answered = (response: IncomingMessage) => {
      const certificate = certificateOf(response.socket)
      const { statusCode: status = 0, headers } = response
      let text = ''
      response.setEncoding('utf8').on('error', reject)
      response.on('data', (chunk: string) => void (text += text.length < 1000 ? chunk : ''))
      response.on('end', () => resolve({ status, date: headers.date ?? '', text, certificate }))
    }
    const asked = address.startsWith('https:')
      ? request(address, secure, answered)
      : requestPlainly(address, { agent: false, signal }, answered)
    asked.on('error', reject).end()
  })
}

function certificateOf(socket: Socket): Certificate | null {
  if (!(socket instanceof TLSSocket)) return null
  const { valid_to: end } = socket.getPeerCertificate()
  const left = new Date(end).getTime() - machineTime().getTime()
  // Node gives the code of the error, despite the types.
  const fault = socket.authorized ? null : String(socket.authorizationError)
  return { daysLeft: Math.floor(left / dayMs), fault }
}

function nameOf(error: unknown): string {
  const { name, code } = error as NodeJS.ErrnoException
  return name === 'AbortError' || name === 'TimeoutError' ? 'no response in time' : (code ?? name)
}
