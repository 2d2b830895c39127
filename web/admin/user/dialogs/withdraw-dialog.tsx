import { reviewWords } from '#words/admin/screening/reviews.ts'
import { utcMinute } from '../../../../i18n/calendar-words.ts'
import { call } from '../../../client/api.ts'
import { useRefresh } from '../../../client/queries.ts'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { fullName } from '../../acts/rows.ts'
import type { AdminSubscriber } from '../../admin-call.ts'
import { ReasonDialog } from '../../reason-dialog.tsx'

const t = reviewWords.withdraw

/** Withdraws the approval of a person, with a reason. Mounted while the dialog is open. */
export function WithdrawDialog({ person, onClose }: { person: AdminSubscriber; onClose: () => void }) {
  const toast = useToast()
  const refresh = useRefresh()
  const { approved } = person
  const name = fullName(person)

  async function act(comment: string) {
    const input = { path: { subscriberId: person.id }, body: { comment } }
    await call('POST /api/v1/reviews/withdraw/{subscriberId}', input)
    onClose()
    toast({ tone: 'success', message: t.done(name) })
    void refresh()
  }

  return (
    <ReasonDialog
      title={t.title(name)}
      draft={`withdraw ${person.id} ${approved?.at ?? ''}`}
      text={approved ? <p className="anywhere">{t.text(approved.by, utcMinute(approved.at))}</p> : null}
      label={reviewWords.reason}
      hint={reviewWords.reasonHint}
      confirm={t.button}
      doing={t.doing}
      dangerous
      failed={t.failed}
      act={act}
      onClose={onClose}
    />
  )
}
