import type { KeyboardEvent } from 'react'
import { needsAdministrator } from '../../../domain/screening/review.ts'
import { useIsAdministrator, useIsSelf } from '../use-role.ts'
import type { Review } from './approve-together.tsx'
import { useIsOwn, type DecisionDraft } from './decision-dialog.tsx'

type ReviewKeys = {
  /** Everyone, as listed. */
  order: readonly Review[]
  open: Review | undefined
  onOpen: (review: Review) => void
  decide: ((decision: DecisionDraft) => void) | null
}

/** Returns the handler of the list's keys: J and K or the arrows move between people, A and R decide about the open one. */
export function useReviewKeys({ order, open, onOpen, decide }: ReviewKeys): (event: KeyboardEvent) => void {
  const isAdministrator = useIsAdministrator()
  const isSelf = useIsSelf()
  const isOwn = useIsOwn(open?.approval)

  function move(from: Review, by: 1 | -1) {
    const next = order[order.indexOf(from) + by]
    if (!next) return
    onOpen(next)
    document.querySelector<HTMLElement>(`[data-review="${next.subscriber.id}"]`)?.focus()
  }

  function ask(kind: DecisionDraft['kind'], { subscriber: person, since, reasons, approval }: Review) {
    // The row and the pane offer no decision about oneself either.
    if (isSelf(person)) return
    const mayClear = isAdministrator || !needsAdministrator(person, reasons)
    if (kind === 'refuse' || (mayClear && !isOwn)) decide?.({ kind, person, since, reasons, approval })
  }

  return (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !open) return
    const by = steps.get(event.key)
    const kind = decide ? kinds.get(event.key) : undefined
    if (by) move(open, by)
    else if (kind) ask(kind, open)
    else return
    event.preventDefault()
  }
}

const steps = new Map<string, 1 | -1>([
  ['j', 1],
  ['ArrowDown', 1],
  ['k', -1],
  ['ArrowUp', -1],
])
const kinds = new Map<string, DecisionDraft['kind']>([
  ['a', 'approve'],
  ['r', 'refuse'],
])
