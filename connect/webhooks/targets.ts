import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { BlockList, isIP, isIPv4 } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { hostsIn } from '../rules/hosts-file.ts'
import { addNetwork, isPublicAddress } from '../rules/public-address.ts'

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** The queries to the DNS servers, as in Node's Resolver. */
type Servers = Record<'resolve4' | 'resolve6', (host: string) => Promise<string[]>>

/** The errors of a DNS server for an unknown name, and of a DNS server that is unreachable. Both come immediately. */
const withoutDelay = /^(ENOTFOUND|ENODATA|ECONNREFUSED)$/
/** How long to wait for IPv6 addresses once the IPv4 addresses are known, in ms. */
const laterMs = 200
/** The file with this machine's own names. */
const ownNames = '/etc/hosts'

/**
 * Reads the hosts file and queries the DNS servers itself, with a time limit. `lookup` has none, and each call occupies
 * one of the process's four threads, which also hash passwords and read files (nodejs.org/api/dns.html, "Implementation
 * considerations"). It is used last, if a DNS server responds that the name does not exist, because this machine may
 * resolve it in another way.
 */
export function resolveBy(resolver: Servers, hostsFile = ownNames): Resolve {
  return async (host) => {
    const known = hostsIn(await readFile(hostsFile, 'utf8').catch(() => ''), host)
    if (known.length > 0) return known
    const isLocal = /(^|\.)localhost$/.test(host)
    const found = isLocal ? [] : await askServers(resolver, host)
    const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    if (addresses.length > 0 || found.some((one) => one.status === 'rejected' && isSlow(one.reason))) return addresses
    return (await lookup(host, { all: true })).map(({ address }) => address)
  }
}

/** Some servers never respond to queries for IPv6. A known IPv4 address is used without waiting for them. */
async function askServers(resolver: Servers, host: string) {
  const [six, four] = [Promise.allSettled([resolver.resolve6(host)]), Promise.allSettled([resolver.resolve4(host)])]
  const found = await four
  if (found[0].status === 'rejected') return [...found, ...(await six)]
  const inTime = await Promise.race([six, pause(laterMs, [], { ref: false })])
  return [...found, ...inTime]
}

const isSlow = (error: unknown) => !withoutDelay.test((error as NodeJS.ErrnoException).code ?? '')

export const resolveByDns: Resolve = resolveBy(new Resolver({ timeout: 1_500, tries: 2 }))

export type TargetRules = {
  /** The operator's own networks, to which messages may be sent. */
  networks: readonly string[]
  /** In the sandbox, http and this machine are accepted. */
  isSandbox: boolean
  resolve: Resolve
}

/** The target of a URL: `address` was checked, and the connection uses it. */
export type Target = { url: URL; address: string; family: 4 | 6 }
export type TargetFault = 'invalid-url' | 'not-https' | 'not-public' | 'unknown-host'

const loopback = ['127.0.0.0/8', '::1/128']

/** Checks URLs of endpoints, when they are saved and before each attempt. */
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
    // All addresses must be public, because another one may be used next time.
    if (!addresses.every(isOpen)) return 'not-public'
    return { url, address, family: isIPv4(address) ? 4 : 6 }
  }
}

export type CheckTarget = ReturnType<typeof createTargets>
