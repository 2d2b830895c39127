import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { knownValues } from '../../../contract/known-values.ts'
import type { PlanView } from '../../../domain/catalogue/plan.ts'
import {
  checkoutForm,
  registrationForm,
  toPayload,
  validate,
  visibleValues,
  type FieldName,
} from '../../../domain/registration/registration.ts'
import { paths } from '../../../contract/screens.ts'
import { orderWords as t } from '#words/shop/order.ts'
import { shopWords } from '#words/shop/shop.ts'
import { ApiError, call, messageOf } from '../../client/api.ts'
import { useLocation } from '../../client/location.tsx'
import { usePosted, useSettings, useVisitor } from '../../client/page.tsx'
import { Button } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { useToast } from '../../ui/overlays/toast.tsx'
import { useReturn } from '../../ui/links/use-return.ts'
import { FormProblems } from '../form-problems.tsx'
import { PageForm } from '../page-form.tsx'
import { RegistrationFields } from './fields/registration-fields.tsx'
import { useForm } from '../use-form.ts'

/** What a signed-in person says before they pay. The button waits until everything is said. */
export function PurchaseForm({ plan }: { plan: PlanView }) {
  const { brand } = useSettings()
  const { user, subscriber } = useVisitor()
  const known = knownValues(user, subscriber)
  const missing = registrationForm(plan).filter((name) => known[name] === undefined)
  const form = checkoutForm(plan, missing)
  // The industry is asked with each order; one that is known stands there already.
  const asked = Object.fromEntries(form.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]])))
  const state = useForm(form, asked, usePosted(), { form: `order ${plan.name}`, fixed: {} })
  const toast = useToast()
  const queries = useQueryClient()
  const { go } = useLocation()
  const [busy, setBusy] = useState(false)
  useReturn(useCallback(() => setBusy(false), []))
  const hydrated = useHydrated()
  const complete = Object.keys(validate(form, state.values)).length === 0

  /** Whether it was refused because of who they are: then they are shown why. What the page knows of them may have grown old. */
  async function isRefused(error: unknown): Promise<boolean> {
    if (!(error instanceof ApiError) || error.status !== 409) return false
    await queries.invalidateQueries()
    const { user } = await call('GET /api/v1/users/userinfo')
    if (user === 'anonymousUser' || user.dplStatus === null) return false
    if (!user.deniedCountry && user.dplStatus === 'PASS') return false
    go(user.deniedCountry ? paths.notApproved : paths.pending, { replace: true })
    return true
  }

  async function submit() {
    if (busy || !state.check()) return
    setBusy(true)
    try {
      const { email: _, ...payload } = toPayload({ ...known, ...visibleValues(form, state.values) })
      const { redirectUrl } = await call('POST /api/v1/plans/{name}/checkout', {
        path: { name: plan.name },
        body: { name: plan.name, ...payload },
      })
      window.location.assign(redirectUrl)
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError && error.errors.length > 0) state.reject(error.errors)
      else if (!(await isRefused(error).catch(() => false)))
        toast({ tone: 'error', message: messageOf(error, shopWords.problem.checkout) })
    }
  }

  return (
    <PageForm className="stack" action={paths.orderSummary(plan.name)} onSubmit={submit}>
      <FormProblems state={state} />
      <RegistrationFields
        form={form}
        state={state}
        disabled={(_name: FieldName) => busy}
        email={{}}
        documents={{ documents: [brand.documents.eula] }}
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
