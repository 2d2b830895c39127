import { lookup, Resolver } from 'node:dns/promises'
import { BlockList, isIP, isIPv4 } from 'node:net'
import { addNetwork, isPublicAddress } from '../rules/public-address.ts'

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** What a DNS server says of a name that it does not know, or of a server that is not there: both come at once. */
const withoutDelay = /^(ENOTFOUND|ENODATA|ECONNREFUSED)$/

/**
 * Asks the DNS servers itself, with a time limit: `lookup` has none, and each holds one of the process's four threads, which
 * hash passwords and read files as well (nodejs.org/api/dns.html, "Implementation considerations"). `lookup` also knows the
 * names of the hosts file, and is asked where a server that responds knows none.
 */
export function resolveBy(resolver: Pick<Resolver, 'resolve4' | 'resolve6'>): Resolve {
  return async (host) => {
    const isLocal = /(^|\.)localhost$/.test(host)
    const found = isLocal ? [] : await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    if (addresses.length > 0 || found.some((one) => one.status === 'rejected' && isSlow(one.reason))) return addresses
    return (await lookup(host, { all: true })).map(({ address }) => address)
  }
}

const isSlow = (error: unknown) => !withoutDelay.test((error as NodeJS.ErrnoException).code ?? '')

export const resolveByDns: Resolve = resolveBy(new Resolver({ timeout: 1_500, tries: 2 }))

export type TargetRules = {
  /** The operator's own networks, which may be sent to. */
  networks: readonly string[]
  /** Whether http is accepted, and this machine: in the sandbox. */
  isSandbox: boolean
  resolve: Resolve
}

/** Where a URL leads: the address that was checked, which the connection goes to. */
export type Target = { url: URL; address: string; family: 4 | 6 }
export type TargetFault = 'invalid-url' | 'not-https' | 'not-public' | 'unknown-host'

const loopback = ['127.0.0.0/8', '::1/128']

/** Checks URLs of endpoints, at saving and again at each attempt. */
export function createTargets({ networks, isSandbox, resolve }: TargetRules) {
  const own = new BlockList()
  for (const network of [...networks, ...(isSandbox ? loopback : [])]) addNetwork(own, network)
  const isOpen = (address: string) => isPublicAddress(address) || own.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

  return async function target(text: string): Promise<Target | TargetFault> {
    const url = URL.parse(text)
    if (!url || url.username !== '' || url.password !== '' || url.hash !== '') return 'invalid-url'
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'invalid-url'
    if (url.protocol !== 'https:' && !isSandbox) return 'not-https'
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host]
    const [address] = addresses
    if (address === undefined) return 'unknown-host'
    // One of several might be picked another time, so all must be public.
    if (!addresses.every(isOpen)) return 'not-public'
    return { url, address, family: isIPv4(address) ? 4 : 6 }
  }
}

export type CheckTarget = ReturnType<typeof createTargets>
