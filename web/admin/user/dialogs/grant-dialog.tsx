import { useId, useState } from 'react'
import { addMonths, isoDay } from '../../../../domain/calendar.ts'
import { writtenDay } from '../../../../i18n/calendar-words.ts'
import { personWords } from '#words/admin/people/person.ts'
import { fieldMessages } from '#words/forms/fields.ts'
import { call } from '../../../client/api.ts'
import { useSettings } from '../../../client/page.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { endDateProblem } from '../../acts/admin-problems.ts'
import { useAdminCall, type AdminSubscriber } from '../../admin-call.ts'
import { useDraft } from '../../drafts.ts'
import { ReasonDialog } from '../../reason-dialog.tsx'

const t = personWords.grant

/** Grants a person a paid plan free of charge until a date. Mounted while the dialog is open. */
export function GrantDialog({ person, onClose }: { person: AdminSubscriber; onClose: () => void }) {
  const { now } = useSettings()
  const { data: plans } = useAdminCall('GET /api/v1/plans', { query: { type: 'paid' } })
  const draft = `grant ${person.id}`
  const [plan, setPlan] = useDraft(draft, 'plan')
  const inAMonth = isoDay(addMonths(new Date(now), 1))
  const [endDate, setEndDate] = useDraft(draft, 'endDate', inAMonth)
  const [tried, setTried] = useState(false)
  const id = useId()
  const wrongDate = endDateProblem(endDate, new Date(now))

  function act(comment: string) {
    const body = { plan, endDate: `${endDate}T00:00:00.000Z`, comment }
    return call('POST /api/v1/subscribers/{id}/grants', { path: { id: person.id }, body })
  }

  return (
    <ReasonDialog
      title={t.title}
      words={t}
      draft={draft}
      text={<p>{t.text}</p>}
      fields={
        <>
          <Select
            id={`${id}-plan`}
            name="plan"
            label={t.plan}
            placeholder={t.choose}
            options={(plans ?? []).map(({ name, title }) => ({ value: name, label: title }))}
            error={tried && plan === '' ? fieldMessages.required : undefined}
            value={plan}
            onChange={setPlan}
          />
          <TextField
            id={`${id}-endDate`}
            name="endDate"
            type="date"
            width="s"
            label={t.endDate}
            hint={t.endDateHint}
            min={now.slice(0, 10)}
            error={tried && wrongDate !== null ? wrongDate : undefined}
            value={endDate}
            note={writtenDay(endDate)}
            onChange={setEndDate}
          />
        </>
      }
      check={() => {
        setTried(true)
        return plan !== '' && wrongDate === null
      }}
      act={act}
      done={() => t.done}
      onClose={onClose}
    />
  )
}
