import { useId, useState } from 'react'
import { asks, isActPossible } from '../../../domain/subscription/acts.ts'
import { actWords } from '#words/admin/people/acts.ts'
import { useSettings } from '../../client/page.tsx'
import { useDraft } from '../drafts.ts'
import { reportRefusal, type RowAct } from './act-refusal.ts'
import { commentProblem, endDateProblem } from './admin-problems.ts'
import { performAct, type ActValues, type PlainAct } from './perform-act.ts'
import type { SubscriptionRow } from './rows.ts'

const checked = ['endDate', 'comment'] as const
type CheckedField = (typeof checked)[number]
type Problems = { [Field in CheckedField]?: string | undefined }

export type ActRequest = RowAct & { act: PlainAct }

/** Manages one act on one subscription: what is entered, the faults, the call, and what a colleague changes meanwhile. */
export function useActForm({ act, row, onDone, onConflict, onGone }: ActRequest) {
  const { now } = useSettings()
  const id = useId()
  const draft = `${act} ${row.id}`
  const [endDate, setEndDate] = useDraft(draft, 'endDate', row.endDate?.slice(0, 10) ?? '')
  // The end date shown when the draft was typed. If a colleague has changed it since, the server refuses the act.
  const [typedAbout, setTypedAbout] = useDraft(draft, 'seen')
  const [comment, setComment] = useDraft(draft, 'comment')
  const values: ActValues = { endDate, comment }
  const [touched, setTouched] = useState<ReadonlySet<CheckedField>>(new Set())
  const [rejected, setRejected] = useState<Problems>({})
  const [fresh, setFresh] = useState(row)
  const isPossible = isActPossible(act, fresh)
  const broken = problemsOf(act, values, new Date(now))

  const refused = (cause: unknown) =>
    reportRefusal(cause, { row, failed: actWords[act].failed, onGone, onFaults: setRejected, onConflict: showConflict })

  function showConflict(renewed: SubscriptionRow) {
    setFresh(renewed)
    // The new end date is shown: pressing the button again confirms the change.
    if (typedAbout !== '') setTypedAbout(renewed.endDate ?? '')
    onConflict(renewed)
  }

  return {
    draft,
    values,
    /** The end date that the subscription has, as far as it is known. */
    before: fresh.endDate,
    /** False if the act no longer suits the subscription. */
    isPossible,
    idOf: (field: CheckedField) => `${id}-${field}`,
    /** Returns the fault to show at a field. */
    faultOf: (field: CheckedField) => (touched.has(field) ? broken[field] : undefined) ?? rejected[field],

    enter(field: CheckedField, value: string) {
      if (field === 'endDate') {
        setEndDate(value)
        setTypedAbout(value === row.endDate?.slice(0, 10) ? '' : typedAbout || (fresh.endDate ?? ''))
      } else setComment(value)
      setTouched((before) => new Set(before).add(field))
      setRejected((before) => ({ ...before, [field]: undefined }))
    },

    /** Returns false if the act cannot be performed. */
    check(): boolean {
      setTouched(new Set(checked))
      return isPossible && checked.every((field) => broken[field] === undefined)
    },

    async perform() {
      const about = typedAbout === '' ? fresh : { ...fresh, endDate: typedAbout }
      const after = await performAct(act, about, values).catch(refused)
      if (after) onDone(after)
      return after !== undefined
    },
  }
}

/** Returns the faults of the fields that the act asks for. */
function problemsOf(act: PlainAct, { endDate, comment }: ActValues, now: Date): Problems {
  return {
    comment: (asks(act, 'comment') ? commentProblem(comment) : null) ?? undefined,
    endDate: (asks(act, 'endDate') ? endDateProblem(endDate, now) : null) ?? undefined,
  }
}
