import { gunzipSync } from 'node:zlib'
import type { DeniedPartyList } from '../../../domain/screening/list.ts'
import { readList } from './known-lists.ts'
import type { KeptFiles } from '../port.ts'

/** A list out of the files that were kept of it. */
export function unpackList({ name, hash, date, files, content }: KeptFiles): DeniedPartyList {
  const all = gunzipSync(content)
  let at = 0
  const parts = files.map(({ file, size }) => {
    const part = { file, content: all.subarray(at, at + size) }
    at += size
    return part
  })
  return { name, hash, date, entries: readList(name, parts).entries }
}
