/**
 * What an administrator does to a subscription: the dialog with its words, the call, the toast, the row as it then is.
 * The list and the details page both use it:
 *
 *   const acts = useSubscriptionActs({ onGone, onView })
 *   actsOf(row).map((act) => <button onClick={() => acts.begin(act, row)}>{actWords[act].action}</button>)
 *   {acts.dialog}
 *
 * After an act and after a conflict, the pages of the list and what is kept of the person's details are brought up to
 * date (see rows.ts).
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { utcDay } from '../../../i18n/calendar-words.ts'
import { acts, type SubscriptionAct } from '../../../domain/subscription/acts.ts'
import { actDialogWords, actWords } from '#words/admin/people/acts.ts'
import { adminWords } from '#words/admin/admin.ts'
import { useToast } from '../../ui/overlays/toast.tsx'
import { useConfirmFirst } from '../confirm-first.tsx'
import { ActDialog } from './act-dialog.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { RefundDialog } from './refund/refund-dialog.tsx'
import { fullName, rowChanged, rowGone, type SubscriptionRow } from './rows.ts'

export type SubscriptionActs = {
  /** Opens the dialog of an act on a subscription. */
  begin: (act: SubscriptionAct, row: SubscriptionRow) => void
  /** Opens the refund of one invoice, by its number. */
  refund: (row: SubscriptionRow, invoice: string) => void
  /** An element to render somewhere in the page. */
  dialog: ReactNode
}

export type SubscriptionActsOptions = {
  /** The subscription no longer exists: its person was erased. */
  onGone?: ((row: SubscriptionRow) => void) | undefined
  /** Where "View" in a toast leads; absent if the details are already shown. */
  onView?: ((row: SubscriptionRow) => void) | undefined
}

export function useSubscriptionActs({ onGone, onView }: SubscriptionActsOptions): SubscriptionActs {
  const [asked, setAsked] = useState<{
    act: SubscriptionAct
    row: SubscriptionRow
    invoice?: string | undefined
  } | null>(null)
  const queries = useQueryClient()
  const toast = useToast()
  // Undo and View belong to the page whose dialogs they open.
  const withdraw = useRef<(() => void) | null>(null)
  useEffect(() => () => withdraw.current?.(), [])

  const confirmFirst = useConfirmFirst()
  const begin = (act: SubscriptionAct, row: SubscriptionRow, invoice?: string) => {
    const open = () => setAsked({ act, row, invoice })
    if (acts[act].confirmed) confirmFirst(open)
    else open()
  }

  const changed = (row: SubscriptionRow) => rowChanged(queries, row)

  function done(act: SubscriptionAct, row: SubscriptionRow) {
    setAsked(null)
    changed(row)
    const view = onView && { label: actDialogWords.view, onAct: () => onView(row) }
    const undo = { label: actDialogWords.undoIt, onAct: () => begin('undo', row) }
    withdraw.current = toast({ tone: 'success', message: sentence(act, row), action: act === 'cancel' ? undo : view })
  }

  function gone(row: SubscriptionRow, message: string) {
    setAsked(null)
    rowGone(queries, row)
    onGone?.(row)
    toast({ tone: 'error', message })
  }

  let dialog: ReactNode = null
  if (asked) {
    const { act, row, invoice } = asked
    const common = {
      row,
      onClose: () => setAsked(null),
      onDone: (now: SubscriptionRow) => done(act, now),
      onConflict: changed,
      onGone: (message: string) => gone(row, message),
    }
    const key = `${act} ${row.id}`
    dialog =
      act === 'change-plan' ? (
        <PlanDialog key={key} {...common} />
      ) : act === 'refund' ? (
        <RefundDialog key={key} {...common} invoice={invoice} />
      ) : (
        <ActDialog key={key} {...common} act={act} />
      )
  }
  return { begin, refund: (row, invoice) => begin('refund', row, invoice), dialog }
}

function sentence(act: SubscriptionAct, { subscriber, plan, endDate }: SubscriptionRow): string {
  const what = act === 'change-plan' ? plan.title : endDate === null ? adminWords.none : utcDay(endDate)
  return actWords[act].done(fullName(subscriber), what)
}
