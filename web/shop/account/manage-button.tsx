import { useCallback, useState } from 'react'
import { paths } from '../../../contract/screens.ts'
import { shopWords } from '#words/shop/shop.ts'
import { call, messageOf } from '../../client/api.ts'
import { PageForm } from '../../forms/page-form.tsx'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { useReturn } from '../../ui/links/use-return.ts'

/** Takes somebody to their subscription: the payment provider's page of a paid one. */
export function ManageButton({ plan, label, ...look }: ButtonLook & { plan: string; label: string }) {
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  useReturn(useCallback(() => setBusy(false), []))

  async function go() {
    setBusy(true)
    try {
      const { redirectUrl } = await call('POST /api/v1/plans/{name}/download', {
        path: { name: plan },
        body: { name: plan },
      })
      window.location.assign(redirectUrl)
    } catch (error) {
      setBusy(false)
      toast({ tone: 'error', message: messageOf(error, shopWords.problem.unreachable) })
    }
  }

  return (
    <PageForm action={paths.account} hidden={{ act: 'billing', plan }} onSubmit={go}>
      <Button {...look} type="submit" busy={busy} busyLabel={shopWords.opening}>
        {label}
      </Button>
    </PageForm>
  )
}
