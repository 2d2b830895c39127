import { reviewWords } from '#words/admin/screening/reviews.ts'
import { utcMinute } from '../../../../i18n/calendar-words.ts'
import { call } from '../../../client/api.ts'
import { fullName } from '../../acts/rows.ts'
import type { AdminSubscriber } from '../../admin-call.ts'
import { useDraftOf } from '../../drafts.ts'
import { ReasonDialog } from '../../reason-dialog.tsx'

const t = reviewWords.withdraw

/** Withdraws the approval of a person, with a reason. Mounted while the dialog is open. */
export function WithdrawDialog({ person, onClose }: { person: AdminSubscriber; onClose: () => void }) {
  const { approved } = person
  // The approval may be gone before the draft is discarded, so the draft keeps the name with which it began.
  const draft = useDraftOf(`withdraw ${person.id}`, approved?.at ?? '')
  const name = fullName(person)
  const path = { subscriberId: person.id }

  return (
    <ReasonDialog
      title={t.title(name)}
      words={{ ...t, confirm: t.button }}
      draft={draft}
      text={approved ? <p className="anywhere">{t.text(approved.by, utcMinute(approved.at))}</p> : null}
      hint={reviewWords.reasonHint}
      dangerous
      act={(comment) => call('POST /api/v1/reviews/withdraw/{subscriberId}', { path, body: { comment } })}
      done={() => t.done(name)}
      onClose={onClose}
    />
  )
}
