import { isIP } from 'node:net'

/** Returns the addresses of a name in the text of a hosts file, ignoring case. */
export function hostsIn(text: string, host: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return isIP(address) !== 0 && names.some((name) => name.toLowerCase() === host.toLowerCase()) ? [address] : []
  })
}
