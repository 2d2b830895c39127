import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { bulkWords as t } from '#words/admin/people/bulk.ts'
import { ResultsDialog } from '../../acts/results-dialog.tsx'
import { rowsNow, type AdminRow } from '../../acts/rows.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useRefresh } from '../../../client/queries.ts'
import { useDraft } from '../../drafts.ts'
import { ReasonDialog } from '../../reason-dialog.tsx'
import {
  asksDays,
  bulkWordsOf,
  carryOutFor,
  isDangerous,
  isPersonAct,
  targetsOf,
  type BulkAct,
  type Result,
  type Target,
} from './bulk-acts.ts'

type BulkDialogProps = {
  act: BulkAct
  rows: readonly AdminRow[]
  onClose: () => void
  /** Called when the administrator has read the results. */
  onDone: () => void
}

/** Performs one act on several rows with one reason, and shows the result of each. Mounted while the dialog is open. */
export function BulkDialog({ act, rows, onClose, onDone }: BulkDialogProps) {
  const queries = useQueryClient()
  const [targets] = useState(() => targetsOf(act, rowsNow(queries, rows)))
  const [results, setResults] = useState<Result[]>()

  if (results) {
    const done = results.filter(({ fault }) => fault === null).length
    return (
      <ResultsDialog
        title={t.done(done, results.length)}
        results={results}
        words={{ close: t.close, results: t.results, done: t.ok, failed: t.failed }}
        onClose={() => (onClose(), onDone())}
      />
    )
  }
  if (targets.length === 0)
    return (
      <Dialog
        open
        onClose={onClose}
        title={bulkWordsOf(act).title(0)}
        closeLabel={t.close}
        actions={<Button onClick={onClose}>{t.close}</Button>}
      >
        <p>{t.none}</p>
      </Dialog>
    )
  const without = isPersonAct(act) ? 0 : rows.length - targets.length
  return <BulkQuestion act={act} targets={targets} without={without} onClose={onClose} onResults={setResults} />
}

type BulkQuestionProps = {
  act: BulkAct
  targets: readonly Target[]
  /** How many of the selected rows the act is not for. */
  without: number
  onClose: () => void
  onResults: (results: Result[]) => void
}

/** Asks for the reason, and shows how far the act has got, with a button to stop it. */
function BulkQuestion({ act, targets, without, onClose, onResults }: BulkQuestionProps) {
  // A draft about some people is not offered for others.
  const [draft] = useState(() =>
    ['together', act, ...targets.map((target) => JSON.stringify(target)).toSorted()].join(' '),
  )
  const [days, setDays] = useDraft(draft, 'days', '14')
  const [tried, setTried] = useState(false)
  const [reached, setReached] = useState(0)
  const stopped = useRef(false)
  const refresh = useRefresh()
  const id = useId()
  const words = bulkWordsOf(act)
  const daysFit = !asksDays(act) || (/^\d{1,3}$/.test(days.trim()) && Number(days) >= 1 && Number(days) <= 365)

  async function performBulkAct(comment: string) {
    const given = { comment, days: Number(days) }
    onResults(await carryOutFor(act, targets, given, setReached, () => stopped.current))
    await refresh()
  }

  return (
    <ReasonDialog
      title={words.title(targets.length)}
      words={{ confirm: words.confirm, doing: t.doing(Math.max(1, reached), targets.length), failed: t.fault }}
      draft={draft}
      dangerous={isDangerous(act)}
      text={
        <div className="stack stack--tight">
          <p>{words.text}</p>
          {without > 0 ? <p className="soft">{t.without(without)}</p> : null}
          <ul className="together" aria-label={t.people}>
            {targets.map((target) => (
              <li key={target.id} className="anywhere">
                {target.name}
              </li>
            ))}
          </ul>
          {reached > 0 && reached < targets.length ? (
            <Button variant="quiet" size="small" onClick={() => void (stopped.current = true)}>
              {t.stop}
            </Button>
          ) : null}
        </div>
      }
      fields={
        asksDays(act) ? (
          <TextField
            id={`${id}-days`}
            name="days"
            inputMode="numeric"
            autoComplete="off"
            width="s"
            label={t.days}
            hint={t.daysHint}
            value={days}
            onChange={setDays}
            error={tried && !daysFit ? t.daysWrong : undefined}
          />
        ) : null
      }
      check={() => {
        setTried(true)
        return daysFit
      }}
      hint={t.reasonHint}
      act={performBulkAct}
      onClose={onClose}
    />
  )
}
