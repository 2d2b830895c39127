import { readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ListFinding } from '../../../domain/screening/list-findings.ts'
import { isLoopback } from '../../../platform/network-address.ts'
import { inSpan, traceHeaders } from '../../../platform/trace-context.ts'
import type { ListFolder } from '../port.ts'
import type { Source } from './sources.ts'

/**
 * The result for one list. If it failed, `finding` states what is wrong with its files, otherwise `reason` why there
 * are none.
 */
export type FetchResult = {
  list: string
  outcome: 'new' | 'unchanged' | 'failed'
  reason?: string
  finding?: ListFinding
}

export type FetchParts = {
  folder: string
  sources: readonly Source[]
  now: () => Date
  /** Reads the files of a list to check whether they are usable. */
  understand: ListFolder['understand']
  /** The pauses, in ms, before each further attempt. */
  pauses?: readonly number[]
}

const timeoutMs = 120_000
const sizeMost = 200 * 1024 * 1024
/** The publishers' headers for each address at the last download; a file with a leading dot is not a list. */
const marksFile = '.fetched.json'

/**
 * By address; `checked` by the name of a list: when its files in the folder were last identical with its publisher's.
 */
type Marks = Record<string, { etag?: string; modified?: string; checked?: string }>
type Download =
  | { file: string; content: Buffer; mark: Marks[string]; at: Date | null }
  | { file: string; content: null }

/**
 * Downloads the lists into the folder, where the product ingests them as if an operator had placed them there. All
 * files of a list are replaced together, once the product's own reader has read the new ones; otherwise the earlier
 * ones stay.
 */
export async function fetchLists({
  folder,
  sources,
  now,
  understand,
  pauses = [2000, 10_000],
}: FetchParts): Promise<FetchResult[]> {
  const path = join(folder, marksFile)
  const marks = await readMarks(folder)
  const all: FetchResult[] = []
  for (const source of sources) {
    const fetched: FetchResult = await fetchOne(folder, source, marks, understand, pauses).catch((error: unknown) => ({
      list: source.list,
      outcome: 'failed' as const,
      reason: reasonOf(error),
    }))
    if (fetched.outcome !== 'failed') marks[source.list] = { checked: now().toISOString() }
    all.push(fetched)
  }
  await writeFile(`${path}.part`, JSON.stringify(marks))
  await rename(`${path}.part`, path)
  return all
}

const readMarks = (folder: string): Promise<Marks> =>
  readFile(join(folder, marksFile), 'utf8').then(
    (text) => JSON.parse(text) as Marks,
    () => ({}),
  )

/** When the files of each list in the folder were last compared with its publisher's, by the list's name. */
export async function checkedLists(folder: string): Promise<Map<string, Date>> {
  const marks = await readMarks(folder).catch((): Marks => ({}))
  const all = Object.entries(marks).map(([list, mark]) => [list, new Date(mark.checked ?? '')] as const)
  return new Map(all.filter(([, at]) => !Number.isNaN(at.getTime())))
}

async function fetchOne(
  folder: string,
  { list, files }: Source,
  marks: Marks,
  understand: ListFolder['understand'],
  pauses: readonly number[],
): Promise<FetchResult> {
  const downloads: Download[] = []
  for (const { file, address } of files) {
    // A file that was removed from the folder is downloaded again.
    const there = await readFile(join(folder, file)).then(
      () => true,
      () => false,
    )
    downloads.push(await download(file, address, there ? marks[address] : undefined, pauses))
  }
  if (downloads.every(({ content }) => content === null)) return { list, outcome: 'unchanged' }
  const whole = await Promise.all(
    downloads.map(async ({ file, content }) => ({ file, content: content ?? (await readFile(join(folder, file))) })),
  )
  const reading = await understand(list, whole)
  if ('finding' in reading) return { list, outcome: 'failed', finding: reading.finding }
  for (const [at, one] of downloads.entries()) {
    if (one.content === null) continue
    const part = join(folder, `.${one.file}.part`)
    try {
      await writeFile(part, one.content)
      if (one.at) await utimes(part, one.at, one.at)
      await rename(part, join(folder, one.file))
    } finally {
      await rm(part, { force: true })
    }
    marks[files[at]?.address ?? ''] = one.mark
  }
  return { list, outcome: 'new' }
}

async function download(
  file: string,
  address: string,
  mark: Marks[string] | undefined,
  pauses: readonly number[],
): Promise<Download> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await inSpan('list download', 'client', () => request(file, address, mark))
    } catch (error) {
      const pause = pauses[attempt]
      if (pause === undefined || error instanceof Refused) throw error
      await wait(pause)
    }
  }
}

/** A failure that no further attempt would change. */
class Refused extends Error {}

async function request(file: string, address: string, mark: Marks[string] | undefined): Promise<Download> {
  const response = await fetchEncrypted(address, {
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      ...traceHeaders(),
      ...(mark?.etag && { 'If-None-Match': mark.etag }),
      ...(mark?.modified && { 'If-Modified-Since': mark.modified }),
    },
  })
  if (response.status === 304) return { file, content: null }
  if (!response.ok) {
    await response.body?.cancel()
    const sentence = `${file}: ${new URL(address).host} returned ${response.status}`
    throw response.status < 500 && response.status !== 429 ? new Refused(sentence) : new Error(sentence)
  }
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length
    if (size > sizeMost) throw new Refused(`${file} is larger than ${sizeMost / 1024 / 1024} MB, the limit for a list.`)
    pieces.push(piece)
  }
  const [etag, modified] = [response.headers.get('etag'), response.headers.get('last-modified')]
  const at = new Date(modified ?? '')
  return {
    file,
    content: Buffer.concat(pieces),
    mark: { ...(etag !== null && { etag }), ...(modified !== null && { modified }) },
    at: Number.isNaN(at.getTime()) ? null : at,
  }
}

const redirects = new Set([301, 302, 303, 307, 308])
const redirectsMost = 5

/**
 * Follows redirects itself, so that no address on the way is requested without TLS: `fetch` alone reports only the last
 * one.
 */
async function fetchEncrypted(address: string, init: RequestInit): Promise<Response> {
  let next = address
  for (let hop = 0; hop <= redirectsMost; hop += 1) {
    requireEncryption(next)
    const response = await fetch(next, { ...init, redirect: 'manual' })
    const location = redirects.has(response.status) ? response.headers.get('location') : null
    if (location === null) return response
    await response.body?.cancel()
    if (!URL.canParse(location, next)) break
    next = new URL(location, next).href
  }
  throw new Refused(`${new URL(address).host} redirects too often, or to no address.`)
}

/** Only a mirror on this machine can be requested without TLS. */
function requireEncryption(address: string): void {
  const { protocol, hostname, host } = new URL(address)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
    throw new Refused(`${host} is not reached by https.`)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return `${error.message}${cause}`
}
