import { useState } from 'react'
import { ApiError, messageOf } from '../client/api.ts'
import { useRefresh } from '../client/queries.ts'
import { useToast } from '../ui/overlays/toast.tsx'

/** `gone`: the object of the act no longer exists; `failed`: shown if the server gives no reason. */
type Words = { done: string; failed: string; gone?: string }

/**
 * For acts without a dialog. `actNow` performs one, reports its result in a toast, and requests everything shown again;
 * `busy` until then.
 */
export function useActNow(): { busy: boolean; actNow: (act: () => Promise<unknown>, words: Words) => Promise<void> } {
  const [busy, setBusy] = useState(false)
  const refresh = useRefresh()
  const toast = useToast()

  async function actNow(act: () => Promise<unknown>, { done, failed, gone }: Words) {
    setBusy(true)
    try {
      await act()
      toast({ tone: 'success', message: done })
    } catch (error) {
      const isGone = gone !== undefined && error instanceof ApiError && error.status === 404
      toast({ tone: 'error', message: isGone ? gone : messageOf(error, failed) })
    }
    await refresh()
    setBusy(false)
  }

  return { busy, actNow }
}
