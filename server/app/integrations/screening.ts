import { defaultThresholds } from 'name-screening'
import { sentenceOfFinding, type ListFinding } from '../../../domain/screening/list-findings.ts'
import { wordsIn } from '../../../i18n/server-words.ts'
import { ConfigError } from '../../config-error.ts'
import { folderFault } from '../../folders.ts'
import { fetchLists, type FetchParts } from '../../screening/lists/fetch-lists.ts'
import { whyNoUsableList } from '../../screening/lists/first-lists.ts'
import { watchFolder } from '../../screening/lists/folder.ts'
import { sourcesOf } from '../../screening/lists/sources.ts'
import { createFixedScreener } from '../../screening/fixed-screener.ts'
import { openListFolder } from '../../screening/lists/open-folder.ts'
import type { ListFolder, Rules, Screener } from '../../screening/port.ts'
import { noLists, sampleLists } from '../../screening/sample.ts'
import { createWorkerScreener } from '../../screening/worker-screener.ts'
import type { Catalogue } from '../../catalogue.ts'
import { createListSync, firstSync } from '../../jobs/sync-lists.ts'
import { faultsOf, listsInForce } from '../../store/screening/screening-lists.ts'
import type { Db } from '../../store/tables.ts'
import type { IntegrationContext, Log } from './integration-context.ts'

/** The screener, and the jobs that keep its lists up to date. */
export type Screening = {
  screener: Screener
  /**
   * Applies the lists of the database or the folder. While none is in force, first downloads them if they are
   * downloaded at all; rejects if the folder cannot be read, or production would start without any list.
   */
  activate(): Promise<void>
  /** Null without a folder of lists. */
  sync: {
    /** Compares the lists with the folder once; returns true while a file in it is still changing. */
    run: () => Promise<boolean>
    /** Downloads the lists into the folder; null if the operator places them there. */
    fetch: (() => Promise<void>) | null
    /** How long, in ms, a file must be unchanged before it is read. */
    debounceMs: number
  } | null
}

/** Opens the operator's folder of official lists, otherwise the sandbox's sample, or no list at all. */
export function openScreening(
  { config, now, shutdown, log, signals }: Pick<IntegrationContext, 'config' | 'now' | 'shutdown' | 'log' | 'signals'>,
  db: Db,
  { countries }: Catalogue,
): Screening {
  const { folder, off, hold, look, lookHolds, debounceMs } = config.screening
  const warn: Log['warn'] = (entry, message) => log.warn(entry, message)
  const info: Log['info'] = (entry, message) => log.info(entry, message)
  const rules: Rules = {
    countries,
    thresholds: { ...thresholdsOf(hold, look), lookHolds },
  }
  if (folder === null) {
    const screener = createFixedScreener(off ? 'off' : 'sample', off ? noLists : sampleLists, rules, now, warn)
    shutdown.add(() => screener.stop())
    return { screener, activate: () => screener.start(), sync: null }
  }
  const screener = createWorkerScreener(rules, now, warn)
  shutdown.add(() => screener.stop())
  const watcher = watchFolder(folder, () => void signals.emit('listsChanged'))
  shutdown.add(() => watcher.stop())
  const listFolder = openListFolder(folder, warn)
  const parts = { context: { db, now }, folder: listFolder, screener, debounceMs, describe, info, warn }
  const listSync = createListSync({ ...parts, watchAgain: watcher.again })
  signals.on('listsRequested', () => {
    listSync.retryRejected()
    signals.emit('listsChanged')
  })
  const { fetch, mirror } = config.screening
  const download = () => fetchInto(listFolder, { folder, sources: sourcesOf(mirror), now }, { warn, info })
  return {
    screener,
    async activate() {
      if ((await listsInForce(db)).length > 0) return void (await listSync.run())
      const fault = folderFault('SCREENING_DIR', folder)
      if (fault !== null) throw new ConfigError(fault)
      // The daily download begins only after the start, which needs a list.
      if (fetch && (await whyNoUsableList(listFolder)) !== null) await download()
      await firstSync(listSync, debounceMs)
      if (!config.production || (await listsInForce(db)).length > 0) return
      throw new Error(
        noListSentence(
          folder,
          (await faultsOf(db)).map(({ finding }) => finding),
        ),
      )
    },
    sync: {
      run: listSync.run,
      fetch: fetch ? download : null,
      debounceMs,
    },
  }
}

/** Logs and errors at start are in English. */
const describe = (finding: ListFinding) => sentenceOfFinding(finding, wordsIn('en').listFindings)

/** Returns why production cannot start for the first time with this folder. */
export function noListSentence(folder: string, findings: readonly ListFinding[]): string {
  return [`SCREENING_DIR (${folder}) contains no usable list.`, ...findings.map(describe)].join('\n')
}

async function fetchInto(
  { understand }: ListFolder,
  parts: Omit<FetchParts, 'understand'>,
  { warn, info }: Log,
): Promise<void> {
  for (const { list, outcome, reason, finding } of await fetchLists({ ...parts, understand })) {
    if (outcome === 'failed')
      warn({ list, reason: finding ? describe(finding) : reason }, 'a screening list could not be downloaded')
    if (outcome === 'new') info({ list }, 'a screening list was downloaded')
  }
}

/**
 * Returns the default thresholds if the operator set none; a person on hold is always reviewed, so the lower one is
 * limited by the other. The configuration refuses one that is set above it.
 */
export function thresholdsOf(hold: number | null, look: number | null): Omit<Rules['thresholds'], 'lookHolds'> {
  return {
    hold: hold ?? defaultThresholds.hold,
    look: look ?? Math.min(defaultThresholds.look, hold ?? 1),
  }
}
