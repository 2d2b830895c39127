import { useState } from 'react'
import { asksForBirthDate } from '../../../../domain/screening/birth-date.ts'
import { longDate } from '../../../../domain/calendar.ts'
import { utcMinute } from '../../../../i18n/calendar-words.ts'
import { locale } from '#words/locale.ts'
import { reviewWords } from '#words/admin/screening/reviews.ts'
import { call } from '../../../client/api.ts'
import { Button } from '../../../ui/button.tsx'
import { fullName } from '../../acts/rows.ts'
import { useIsSelf } from '../../use-role.ts'
import { ConfirmDialog } from '../../user/dialogs/confirm-dialog.tsx'
import type { Review } from '../approve-together.tsx'

const t = reviewWords.birthDate

/**
 * Shows the date of birth that distinguishes a person from an entry of a list: the request for it, when it was sent,
 * and the answer.
 */
export function BirthDate({ review: { subscriber, reasons, birthDate } }: { review: Review }) {
  const [asking, setAsking] = useState(false)
  const isOwn = useIsSelf()(subscriber)
  const mayAsk =
    !isOwn && subscriber.dplStatus !== 'FAIL' && typeof birthDate?.date !== 'string' && asksForBirthDate(reasons)
  if (!birthDate && !mayAsk) return null
  const { id: subscriberId } = subscriber
  return (
    <div className="stack stack--tight">
      {birthDate ? (
        <p className="small">
          {birthDate.date === null || birthDate.answeredAt === null
            ? t.asked(birthDate.askedBy, utcMinute(birthDate.askedAt))
            : t.given(longDate(new Date(`${birthDate.date}T00:00:00Z`), locale), utcMinute(birthDate.answeredAt))}
        </p>
      ) : null}
      {mayAsk ? (
        <div>
          <Button size="small" variant="quiet" onClick={() => setAsking(true)}>
            {birthDate ? t.again : t.button}
          </Button>
        </div>
      ) : null}
      {asking ? (
        <ConfirmDialog
          words={{ ...t.dialog, title: t.dialog.title(fullName(subscriber)) }}
          text={t.dialog.text}
          act={() => call('POST /api/v1/reviews/ask-birth-date/{subscriberId}', { path: { subscriberId }, body: {} })}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  )
}
