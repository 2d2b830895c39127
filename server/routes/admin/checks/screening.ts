import { isId } from '../../../../contract/rows/input.ts'
import type { Output } from '../../../../contract/contract.ts'
import { refuse } from '../../../../contract/errors.ts'
import { acceptList } from '../../../actions/screening/accept-list.ts'
import type { Handlers } from '../../../http/calls/contract-routes.ts'
import { wordsFor } from '../../../http/language.ts'
import type { ServerWords } from '../../../../i18n/server-words.ts'
import { sanctionedRegions } from '../../../../domain/screening/regions.ts'
import { isOldList, listAgeDays } from '../../../../domain/screening/list-age.ts'
import { sentenceOfFinding } from '../../../../domain/screening/list-findings.ts'
import { evidenceCsv, evidenceHead } from './evidence-csv.ts'
import type { AppContext } from '../../../context.ts'
import { evidenceOf, hasEvidence } from '../../../store/screening/screening-export.ts'
import { faultsOf, listsInForce, type ListFault, type KeptList } from '../../../store/screening/screening-lists.ts'
import { latestRun, type Run } from '../../../store/screening/screening-runs.ts'
import { findSubscriber } from '../../../store/subscribers/subscribers.ts'
import { administratorOf } from '../../caller.ts'
import type { ExportFile } from '../export-file.ts'

type ScreeningView = Output<'GET /api/v1/screening'>

/** Handles the administrators' calls about screening, and its evidence for an auditor. */
export function screeningHandlers(context: AppContext, exportFile: ExportFile) {
  const { screener } = context

  return {
    async 'GET /api/v1/screening'(_input, { request }) {
      const t = wordsFor(request)
      const { denied, look, regions = [] } = screener.rules.countries
      const official = screener.kind === 'lists'
      const editions = await screener.listVersions().catch(() => [])
      const run = await latestRun(context.db)
      return {
        kind: screener.kind,
        working: screener.isReady(),
        lists: official
          ? (await listsInForce(context.db)).map((list) => viewList(list, context.now(), t))
          : editions.map(viewEdition),
        faults: official ? (await faultsOf(context.db)).map((fault) => viewFault(fault, t)) : [],
        run: run && run.total > 0 ? viewRun(run) : null,
        thresholds: { lookHolds: false, ...screener.rules.thresholds },
        countries: {
          denied: [...denied],
          look: [...look],
          regions: [...sanctionedRegions, ...regions].map(({ key, name }) => t.regions.get(key) ?? name),
        },
      }
    },

    async 'POST /api/v1/screening/lists/accept'({ body: { hash, comment } }, call) {
      await acceptList(context, hash, comment, administratorOf(call))
    },

    async 'GET /api/v1/export/screening'({ query: { subscriber = null } }, call) {
      const words = wordsFor(call.request)
      const now = context.now()
      if (subscriber !== null && !(isId(subscriber) && (await hasEvidence(context.db, subscriber, now))))
        refuse('NOT_FOUND')
      const known = subscriber === null ? undefined : await findSubscriber(context.db, subscriber)
      const evidence = evidenceOf(context.db, subscriber, now, context.sealing)
      const lines = evidenceCsv(evidence, words, (key) =>
        [key, context.catalogue.products.get(key)?.exportClassification].filter(Boolean).join(' '),
      )
      return exportFile(call, 'screening', evidenceHead(words), lines, known?.id)
    },
  } satisfies Partial<Handlers>
}

function viewList(list: KeptList, now: Date, t: ServerWords): ScreeningView['lists'][number] {
  return {
    name: list.name,
    hash: list.hash,
    date: list.date,
    files: list.files.map(({ file, rows }) => ({ file, rows })),
    entries: list.entries,
    readAt: list.read_at.toISOString(),
    age: listAgeDays(list, now),
    old: isOldList(list, now),
    fetchedAt: list.fetched_at?.toISOString() ?? null,
    note: list.finding && sentenceOfFinding(list.finding, t.listFindings),
    acceptedBy: list.accepted_by,
  }
}

/** Returns a list that was not read from a folder. */
function viewEdition({
  name,
  hash,
  date,
}: {
  name: string
  hash: string
  date: string
}): ScreeningView['lists'][number] {
  const none = { entries: null, readAt: null, age: null, old: false, fetchedAt: null, note: null, acceptedBy: null }
  return { name, hash, date, files: [], ...none }
}

const acts = { broken: null, shrunk: 'take', grown: 'take', older: 'take', cut: 'take', gone: 'let-go' } as const

function viewFault(
  { file, hash, at, finding, kind, accepted_by }: ListFault,
  t: ServerWords,
): ScreeningView['faults'][number] {
  const accepted = accepted_by !== null
  const text = sentenceOfFinding(finding, t.listFindings)
  return { file, hash, at: at.toISOString(), text, accept: accepted ? null : acts[kind], accepted }
}

function viewRun({ began_at, ended_at, total, people, changed }: Run): ScreeningView['run'] {
  return { beganAt: began_at.toISOString(), endedAt: ended_at?.toISOString() ?? null, total, people, changed }
}
