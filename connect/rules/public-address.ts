import { BlockList, isIPv4 } from 'node:net'

/** Networks that are not the public internet (IANA special-purpose address registries), as of 2026. */
const special = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  // Teredo, documentation, 6to4 and SRv6 networks lie within the assigned addresses, 2000::/3; everything outside is
  // refused anyway.
  ipv6: ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
} as const

const blocked = new BlockList()
for (const family of ['ipv4', 'ipv6'] as const) for (const network of special[family]) addNetwork(blocked, network)
const globalUnicast = new BlockList()
addNetwork(globalUnicast, '2000::/3')

/** Adds a network such as `10.0.0.0/8`, or one address. Throws for anything else. */
export function addNetwork(list: BlockList, network: string): void {
  const [address = '', bits] = network.split('/')
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  if (bits === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(bits), family)
}

/** Whether a numeric address is public. An IPv4 address embedded in an IPv6 one is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocked.check(address, 'ipv4')
  return globalUnicast.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}
