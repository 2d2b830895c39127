import { subscriptionForms } from '../../../contract/forms/subscription-forms.ts'
import { addressIn } from '../../../contract/forms/form-call.ts'
import { paths } from '../../../contract/screens.ts'
import { shopWords } from '#words/shop/shop.ts'
import { call } from '../../client/api.ts'
import { PageForm, useSending } from '../../forms/page-form.tsx'
import { Button, type ButtonLook } from '../../ui/button.tsx'

/** Leads to the management of a subscription; for a paid one, to the payment provider's page. */
export function ManageButton({ plan, label, ...look }: ButtonLook & { plan: string; label: string }) {
  const { busy, send } = useSending(() => shopWords.problem.unreachable)
  const go = () => send(async () => addressIn(await subscriptionForms.billing(call, { plan })))
  return (
    <PageForm action={paths.account} hidden={{ act: 'billing', plan }} onSubmit={go}>
      <Button {...look} type="submit" busy={busy} busyLabel={shopWords.opening}>
        {label}
      </Button>
    </PageForm>
  )
}
