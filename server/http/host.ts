import type { IncomingMessage } from 'node:http'

/**
 * Whether a request names its host twice, so that a proxy and this server could read different ones. Such a request
 * gets 400 (RFC 9112, 3.2). Node keeps the first of several Host headers, and leaves a full URL unchanged.
 */
export function isHostAmbiguous({
  rawHeaders,
  headers,
  url = '',
}: Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'url'>): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1
  if (count > 1) return true
  if (url.startsWith('/') || url === '*') return false
  const full = URL.parse(url)
  return full === null || full.host !== URL.parse(`${full.protocol}//${headers.host ?? ''}`)?.host
}
