import { addressIn } from '../../../contract/forms/form-call.ts'
import { orderForm, refusedFor } from '../../../contract/forms/order-form.ts'
import type { PlanView } from '../../../domain/catalogue/plan.ts'
import { validate, type FieldName } from '../../../domain/registration/registration.ts'
import { paths } from '../../../contract/screens.ts'
import { orderWords as t } from '#words/shop/order.ts'
import { shopWords } from '#words/shop/shop.ts'
import { ApiError, call } from '../../client/api.ts'
import { useLocation } from '../../client/location.tsx'
import { usePosted, useSettings, useVisitor } from '../../client/page.tsx'
import { useRefresh } from '../../client/queries.ts'
import { Button } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/loading/hydrated.ts'
import { FormProblems } from '../form-problems.tsx'
import { PageForm, useSending } from '../page-form.tsx'
import { RegistrationFields } from './fields/registration-fields.tsx'
import { useForm } from '../use-form.ts'

/** Renders the fields of a signed-in person before they pay. The button waits until all are filled in. */
export function PurchaseForm({ plan }: { plan: PlanView }) {
  const { brand } = useSettings()
  const form = orderForm(plan, useVisitor())
  const state = useForm(form.fields, form.initial, usePosted(), { form: `order ${plan.name}`, fixed: {} })
  const refresh = useRefresh()
  const { go } = useLocation()
  const { busy, send } = useSending(() => shopWords.problem.checkout)
  const hydrated = useHydrated()
  const complete = Object.keys(validate(form.fields, state.values)).length === 0

  /** If a person is refused because of their status, shows why: the page's data about them may be out of date. */
  async function showRefusal(refusal: unknown): Promise<boolean> {
    if (!(refusal instanceof ApiError) || refusal.status !== 409) return false
    await refresh()
    const answer = await call('GET /api/v1/users/userinfo').catch(() => null)
    const path = answer && answer.user !== 'anonymousUser' ? refusedFor(answer.user) : undefined
    if (path === undefined) return false
    go(path, { replace: true })
    return true
  }

  async function submit() {
    if (busy || !state.check()) return
    await send(
      async () => addressIn(await form.send(call, state.values)),
      async (error) => state.reject(error) || (await showRefusal(error)),
    )
  }

  return (
    <PageForm className="stack" action={paths.orderSummary(plan.name)} onSubmit={submit}>
      <FormProblems state={state} />
      <RegistrationFields
        form={form.fields}
        state={state}
        disabled={(_name: FieldName) => busy}
        email={{}}
        documents={[brand.documents.eula]}
      />
      <Button
        type="submit"
        wide
        busy={busy}
        busyLabel={t.paying}
        disabled={hydrated && !complete}
        data-waking={(!hydrated && !complete) || undefined}
        aria-describedby="before-payment"
      >
        {t.pay}
      </Button>
      <p id="before-payment" className="fine-print">
        {complete ? t.safe : t.incomplete}
      </p>
    </PageForm>
  )
}
