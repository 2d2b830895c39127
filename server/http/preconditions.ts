import type { IncomingHttpHeaders } from 'node:http'

/**
 * Returns whether a client has the present response, by the weak comparison of its tags: `*` is any response.
 * https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function hasCurrent(ifNoneMatch: string | undefined, etag: string | null): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || (etag !== null && ifNoneMatch.split(',').map(opaque).includes(opaque(etag)))
}

/** A file's strong tag, null while it is unknown, and the time of its last change in milliseconds. */
export type FileVersion = { etag: string | null; modified: number }

/**
 * Returns a request's headers with the conditions by tag evaluated, for `@fastify/send`, which knows only weak tags made
 * of a file's time: a tag that matches becomes `*`. https://www.rfc-editor.org/rfc/rfc9110#section-13
 */
export function evaluateTags(headers: IncomingHttpHeaders, { etag, modified }: FileVersion): IncomingHttpHeaders {
  const { 'if-range': ifRange, ...evaluated } = headers
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers
  if (ifRange !== undefined && !isSameVersion(String(ifRange), { etag, modified })) delete evaluated.range
  if (ifMatch !== undefined) {
    const tags = ifMatch.split(',').map((tag) => tag.trim())
    delete evaluated['if-unmodified-since']
    evaluated['if-match'] = tags.some((tag) => tag === '*' || tag === etag) ? '*' : 'none'
  }
  if (ifNoneMatch !== undefined) {
    delete evaluated['if-modified-since']
    if (hasCurrent(ifNoneMatch, etag)) evaluated['if-none-match'] = '*'
    else delete evaluated['if-none-match']
  }
  return evaluated
}

/** The strong comparison, or exactly the time of the last change. https://www.rfc-editor.org/rfc/rfc9110#section-13.1.5 */
function isSameVersion(ifRange: string, { etag, modified }: FileVersion): boolean {
  return ifRange.includes('"') ? ifRange.trim() === etag : Date.parse(ifRange) === Math.floor(modified / 1000) * 1000
}
