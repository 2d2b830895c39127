import { BlockList, isIP, isIPv6, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Whether a host name or address is this machine's own: 127.0.0.0/8, ::1 (in brackets too) or localhost. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
}

/** Names of networks in TRUSTED_PROXIES, as in Fastify's own setting (npmjs.com/package/@fastify/proxy-addr). */
const names: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * Returns an address without additions of some proxies: a port (Azure's gateways), brackets, quotes, a zone. IPv4
 * inside IPv6 becomes IPv4. Null for what is not an address, such as `unknown` and `_hidden` (RFC 7239, 6), and for a
 * closed connection, whose address Node no longer has (nodejs.org/api/net.html#socketremoteaddress), despite Fastify's
 * types.
 */
export function plainAddress(text: string | undefined): string | null {
  const bare = (text ?? '').trim().replaceAll('"', '')
  const inside = /^\[([^\]]*)\](?::\d+)?$/.exec(bare)?.[1] ?? /^([\d.]+):\d+$/.exec(bare)?.[1] ?? bare
  const address = inside.split('%')[0] ?? ''
  const found = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address
  return isIP(found) === 0 ? null : found
}

/**
 * Whether an address, in any of these spellings, is one of the proxies. Throws for an entry that is not an address or
 * network.
 */
export function trustIn(proxies: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList()
  const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
  for (const entry of proxies.flatMap((proxy) => names[proxy] ?? [proxy])) {
    const [network = '', bits] = entry.split('/')
    if (bits === undefined) list.addAddress(network, family(network))
    else list.addSubnet(network, /^\d+$/.test(bits) ? Number(bits) : Number.NaN, family(network))
  }
  return (address) => {
    const plain = plainAddress(address)
    return plain !== null && list.check(plain, family(plain))
  }
}

/**
 * Returns the address from which a request comes. A proxy's entry that is not an address is skipped for the hop before
 * it.
 */
export function clientAddress({ ip, ips = [ip], socket }: FastifyRequest): string {
  return ips.map(plainAddress).findLast((address) => address !== null) ?? socket.remoteAddress ?? ''
}
