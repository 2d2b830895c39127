import { isIP } from 'node:net'

/** The addresses that the text of a hosts file gives a name, whatever its letters' case. */
export function hostsIn(text: string, host: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return isIP(address) !== 0 && names.some((name) => name.toLowerCase() === host.toLowerCase()) ? [address] : []
  })
}
