import { isIPv6 } from 'node:net'
import type { Config } from './config.ts'

/** The address of this process on this machine: the one it listens on, independent of its public address. */
export function ownAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const near = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${isIPv6(near) ? `[${near}]` : near}:${port}`
}
