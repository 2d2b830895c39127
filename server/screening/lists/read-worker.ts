import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../lower-priority.ts'
import { ListFault, type ListFile } from 'name-screening/lists'
import { readList } from './read-list.ts'
import type { ListSummary } from '../port.ts'

/** A thread that reads one list and ends: a large or strange file delays nothing, and fails alone. */
export type ToRead = { name: string; files: readonly ListFile[] }

lowerPriority()
const { name, files } = workerData as ToRead

function read(): ListSummary {
  try {
    const { entries, rows, note, version } = readList(name, files)
    return { rows, entries: entries.length, note, version }
  } catch (error) {
    if (error instanceof ListFault) return { finding: error.finding }
    throw error
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, no window
parentPort?.postMessage(read())
