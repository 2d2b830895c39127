import { useState } from 'react'
import { correctableFields, type CorrectableField } from '../../../../domain/person/fields.ts'
import { detailsFrom, valuesFrom } from '../../../../domain/registration/details.ts'
import { visibleValues } from '../../../../domain/registration/registration.ts'
import { barOf } from '../../../../domain/subscription/situation.ts'
import { personWords } from '#words/admin/people/person.ts'
import { call } from '../../../client/api.ts'
import { CorrectionFields } from '../../../forms/correction-fields.tsx'
import { useForm } from '../../../forms/use-form.ts'
import type { AdminSubscriber } from '../../admin-call.ts'
import { useDraftKey, useDraftOf } from '../../drafts.ts'
import { ReasonDialog } from '../../reason-dialog.tsx'

const t = personWords.details

/** Corrects a person's name, company or country, with a reason. Mounted while the dialog is open. */
export function DetailsDialog({ person, onClose }: { person: AdminSubscriber; onClose: () => void }) {
  const [shown] = useState(person.correction ?? person)
  // A draft about earlier details is not offered after the details have been corrected.
  const draft = useDraftOf(`details ${person.id}`, Object.values(detailsFrom(shown)).join('\n'))
  const form = useDraftKey(draft)
  const state = useForm(correctableFields, valuesFrom(detailsFrom(shown)), null, { form, fixed: {} })
  const waits = barOf(person) !== null

  function act(comment: string) {
    const given = visibleValues(correctableFields, state.values) as Record<CorrectableField, string>
    const input = { path: { id: person.id }, body: { ...given, comment } }
    return call('POST /api/v1/subscribers/{id}/details', input).catch((error: unknown) => {
      state.reject(error)
      throw error
    })
  }

  return (
    <ReasonDialog
      title={t.title}
      words={t}
      draft={draft}
      text={<p>{waits ? t.waits : t.text}</p>}
      fields={<CorrectionFields state={state} prefix="correct-" autofill={false} />}
      check={state.check}
      act={act}
      done={({ correction }) => (correction ? t.doneWaits : t.done)}
      onClose={onClose}
    />
  )
}
