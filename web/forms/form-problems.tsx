import type { FieldName } from '../../domain/registration/registration.ts'
import { shopWords } from '#words/shop/shop.ts'
import { ErrorSummary } from '../ui/fields/error-summary.tsx'
import { fieldLabel } from './field-label.ts'
import type { FormState } from './use-form.ts'

/** Renders the summary above a form that was refused, by the server or before it was sent. */
export function FormProblems({ state }: { state: FormState }) {
  const fields = (Object.entries(state.errors) as [FieldName, string][]).map(([id, message]) => ({
    id,
    message: shopWords.problem.at(fieldLabel(id, String(state.values.country)), message),
  }))
  const errors = state.message === null ? fields : [{ message: state.message }, ...fields]
  if (state.attempt === 0) return null
  // Stays in the page while it has no errors: a summary that appears takes the focus from the field that is typed into.
  return <ErrorSummary title={shopWords.problem.summary} errors={errors} attempt={state.attempt} />
}
