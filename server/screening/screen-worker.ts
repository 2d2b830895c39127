import { parentPort, workerData } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import type { ScreeningOutcome, ScreeningFacts } from '../../domain/screening/screening.ts'
import type { DeniedPartyList } from 'name-screening'
import { lowerPriority } from './lower-priority.ts'
import { matcherOf } from './matcher.ts'
import type { KeptFiles, Rules } from './port.ts'
import { readList } from './lists/read-list.ts'

/** The lists of a thread, which never change. */
export type Load = { lists: readonly LoadedList[]; rules: Rules }
/** A list as its files, or as its entries if it has no files. */
export type LoadedList = KeptFiles | DeniedPartyList
export type ScreeningTask = { people: readonly ScreeningFacts[]; at: number }
export type ScreeningReply = { ready: true } | { outcomes: ScreeningOutcome[]; took: number }

lowerPriority()
const { lists, rules } = workerData as Load
const match = matcherOf(
  lists.map((list) => ('content' in list ? unpackList(list) : list)),
  rules,
)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, no window
const say = (answer: ScreeningReply) => parentPort?.postMessage(answer)

parentPort?.on('message', ({ people, at }: ScreeningTask) => {
  const begun = performance.now()
  const now = new Date(at)
  say({ outcomes: people.map((facts) => match(facts, now)), took: performance.now() - begun })
})
say({ ready: true })

/** Returns a list from its stored files. */
function unpackList({ name, hash, date, files, content }: KeptFiles): DeniedPartyList {
  const all = gunzipSync(content)
  let at = 0
  const parts = files.map(({ file, size }) => {
    const part = { file, content: all.subarray(at, at + size) }
    at += size
    return part
  })
  return { name, hash, date, entries: readList(name, parts).entries }
}
