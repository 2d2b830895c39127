import { useState } from 'react'
import { countries } from '../../../client/countries.ts'
import { statesOf } from '../../../../domain/lists/states.ts'
import { correctableFields, type CorrectableField } from '../../../../domain/person/fields.ts'
import { asksForRegion } from '../../../../domain/person/field-rules.ts'
import { detailsFrom, valuesFrom } from '../../../../domain/registration/details.ts'
import { visibleValues } from '../../../../domain/registration/registration.ts'
import { barOf } from '../../../../domain/subscription/situation.ts'
import { personWords } from '#words/admin/people/person.ts'
import { reviewWords } from '#words/admin/screening/reviews.ts'
import { call } from '../../../client/api.ts'
import { detailLabel, plainDetails } from '../../../forms/detail-label.ts'
import { RegionField } from '../../../forms/registration/fields/region-field.tsx'
import { StateField } from '../../../forms/registration/fields/state-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { AdminSubscriber } from '../../admin-call.ts'
import { useDraftKey, useDraftOf } from '../../drafts.ts'
import { ReasonDialog } from '../../reason-dialog.tsx'

const t = personWords.details
const options = countries.map(({ code, name }) => ({ value: code, label: name }))

/** Corrects a person's name, company or country, with a reason. Mounted while the dialog is open. */
export function DetailsDialog({ person, onClose }: { person: AdminSubscriber; onClose: () => void }) {
  const [shown] = useState(person.correction ?? person)
  // A draft about earlier details is not offered after the details have been corrected.
  const draft = useDraftOf(`details ${person.id}`, Object.values(detailsFrom(shown)).join('\n'))
  const form = useDraftKey(draft)
  const state = useForm(correctableFields, valuesFrom(detailsFrom(shown)), null, { form, fixed: {} })
  const country = String(state.values.country ?? '')
  const waits = barOf(person) !== null
  const text = (name: CorrectableField) => ({
    id: `correct-${name}`,
    name,
    label: detailLabel(name, country),
    error: state.errors[name],
    value: String(state.values[name] ?? ''),
    onChange: (value: string) => state.set(name, value),
  })

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
      draft={draft}
      text={<p>{waits ? t.waits : t.text}</p>}
      fields={
        <div className="form-grid">
          {plainDetails.map((name) => (
            <TextField key={name} {...text(name)} autoComplete="off" />
          ))}
          <Select
            {...text('country')}
            onChange={(code) => {
              state.set('state', '')
              if (state.values.region) state.set('region', '')
              state.set('country', code)
            }}
            options={options}
          />
          <StateField {...text('state')} country={country} shown={statesOf(country).length > 0} />
          {asksForRegion(country) ? <RegionField {...text('region')} country={country} /> : null}
        </div>
      }
      check={state.check}
      label={reviewWords.reason}
      confirm={t.confirm}
      doing={t.doing}
      failed={t.failed}
      act={act}
      done={({ correction }) => (correction ? t.doneWaits : t.done)}
      onClose={onClose}
    />
  )
}
