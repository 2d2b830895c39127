import { useCallback, useState } from 'react'
import { shopWords } from '../../core/words/en/shop.ts'
import { call, messageOf } from '../api.ts'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { useReturn } from '../ui/use-return.ts'

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
      toast({ tone: 'error', message: messageOf(error, shopWords.account.failed) })
    }
  }

  return (
    <Button {...look} busy={busy} busyLabel={shopWords.account.opening} onClick={() => void go()}>
      {label}
    </Button>
  )
}
