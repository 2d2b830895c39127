import { useState } from 'react'
import type { Output } from '../../../contract/contract.ts'
import { needsAdministrator, reviewAct } from '../../../domain/screening/review.ts'
import { actDialogWords } from '#words/admin/people/acts.ts'
import { reviewWords as t } from '#words/admin/screening/reviews.ts'
import { call } from '../../client/api.ts'
import { fullName } from '../acts/rows.ts'
import { Button } from '../../ui/button.tsx'
import { utcMinute } from '../../../i18n/calendar-words.ts'
import { useVisitor } from '../../client/page.tsx'
import type { AdminSubscriber } from '../admin-call.ts'
import { deniedNote, useIsAdministrator, useIsSelf } from '../use-role.ts'
import { useDraftOf } from '../drafts.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import type { ReviewReason } from './evidence/list-match.tsx'

export type Approval = Output<'GET /api/v1/reviews'>[number]['approval']

/** A decision: the person, and, if the page shows them, the reasons and the start of the wait. */
export type DecisionDraft = {
  kind: 'approve' | 'refuse'
  person: AdminSubscriber
  since?: string | undefined
  /** The reasons that the page shows. */
  reasons?: readonly ReviewReason[] | undefined
  /** If two administrators have to approve: the first approval, which waits for the second. */
  approval?: Approval | undefined
}

type ButtonsProps = Omit<DecisionDraft, 'kind'> & {
  kinds?: readonly DecisionDraft['kind'][]
  /** The id of the text that names the person. */
  about: string
  decide: (decision: DecisionDraft) => void
}

/** Renders the buttons of the decisions that are possible about a person who waits. */
export function DecisionButtons({
  person,
  since,
  reasons,
  approval,
  kinds = ['approve', 'refuse'],
  about,
  decide,
}: ButtonsProps) {
  const mayClear = useMayClear(person, reasons)
  const isOwn = useIsOwn(approval)
  const first = approval?.first
  if (useIsSelf()(person)) return <p className="small soft">{actDialogWords.own}</p>
  return (
    <div className="cluster">
      {first ? <p className="small">{t.two.first(first.by, utcMinute(first.at), first.comment)}</p> : null}
      {kinds
        .filter((kind) => kind === 'refuse' || (mayClear && !isOwn))
        .map((kind) => (
          <Button
            key={kind}
            size="small"
            variant={kind === 'approve' ? 'primary' : 'quiet'}
            aria-describedby={about}
            onClick={() => decide({ kind, person, since, reasons, approval })}
          >
            {kind === 'approve' && first ? t.two.confirm : t[kind].button}
          </Button>
        ))}
      {mayClear || !kinds.includes('approve') ? null : <p className="small soft">{deniedNote([t.approve.button])}</p>}
      {isOwn ? <p className="small soft">{t.two.own}</p> : null}
    </div>
  )
}

/** Returns whether the viewer may approve the person. */
export function useMayClear(person: AdminSubscriber, reasons: readonly ReviewReason[] = []): boolean {
  return useIsAdministrator() || !needsAdministrator(person, reasons)
}

/** Returns whether the viewer gave the first approval, so that another administrator has to confirm it. */
export function useIsOwn(approval: Approval | undefined): boolean {
  const { user } = useVisitor()
  const first = approval?.first?.by
  return first !== undefined && first.toLowerCase() === user?.email.toLowerCase()
}

/** Approves or refuses a person, with a reason, then refreshes the admin area. Mounted while the dialog is open. */
export function DecisionDialog({
  decision: { kind, person, since, reasons, approval },
  onClose,
}: {
  decision: DecisionDraft
  onClose: () => void
}) {
  const [name] = useState(() => fullName(person))
  const about = reviewAct(kind === 'approve' ? 'PASS' : 'FAIL', reasons ?? [])
  const words = kind === 'approve' && approval && !approval.first ? t.two.firstWords : t[about]
  const draft = useDraftOf(`${kind} ${person.id}`, [since, ...(reasons ?? []).map(({ key }) => key)].join(' '))
  const corrects = reasons?.some((reason) => reason.kind === 'correction') ?? false

  function act(comment: string) {
    const body = {
      comment,
      ...(since === undefined ? {} : { since }),
      ...(reasons ? { seen: reasons.map(({ key }) => key) } : {}),
    }
    const input = { path: { subscriberId: person.id }, body }
    return kind === 'approve'
      ? call('POST /api/v1/reviews/approve/{subscriberId}', input)
      : call('POST /api/v1/reviews/refuse/{subscriberId}', input)
  }

  // For a refused person, the page cannot know beforehand whether a second approval is required.
  const wordsAfter = ({ dplStatus }: AdminSubscriber) =>
    about === 'approve' && dplStatus !== 'PASS' ? t.two.firstWords : words

  return (
    <ReasonDialog
      title={words.title(name)}
      words={{ ...words, confirm: words.button }}
      draft={draft}
      text={
        <p>
          {words.text}
          {about === 'refuse' && corrects ? ` ${t.withCorrection}` : null}
        </p>
      }
      hint={t.reasonHint}
      {...(corrects ? {} : { templates: { label: t.templates, texts: t.templatesOf[kind] } })}
      dangerous={about === 'refuse'}
      act={act}
      done={(after) => wordsAfter(after).done(name)}
      onClose={onClose}
    />
  )
}
