import { useState, type ReactNode, type SubmitEvent } from 'react'
import { messageOf } from '../client/api.ts'
import { useSettings } from '../client/page.tsx'
import { useHydrated } from '../ui/loading/hydrated.ts'
import { useToast } from '../ui/overlays/toast.tsx'

type PageFormProps = {
  /** The address of the page, to which the form is sent without scripts. */
  action: string
  /** Hidden fields with their values. */
  hidden?: Readonly<Record<string, string>>
  /** Handles the form if scripts run. */
  onSubmit: () => unknown
  className?: string | undefined
  children: ReactNode
}

/**
 * A form that the browser can submit before the scripts have loaded or without them; once they run, the scripts always
 * handle it.
 */
export function PageForm({ action, hidden = {}, onSubmit, className, children }: PageFormProps) {
  const { forgeryToken } = useSettings()
  const hydrated = useHydrated()
  const fields = hydrated ? [] : Object.entries({ _csrf: forgeryToken, ...hidden })
  function submit(event: SubmitEvent) {
    event.preventDefault()
    void onSubmit()
  }
  return (
    <form method="post" action={action} noValidate className={className} onSubmit={submit}>
      {fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}

type Sending = {
  busy: boolean
  /**
   * Sends the form, unless it is already being sent, and continues at the address that `make` returns, if any. A
   * refusal is shown in a message, unless `refused` handles it and returns true.
   */
  send: (make: () => Promise<string | void>, refused?: (error: unknown) => boolean | Promise<boolean>) => Promise<void>
}

/** Sends a form by script, in the same way for every form. `failed` returns the message if the server sends none. */
export function useSending(failed: () => string): Sending {
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  return {
    busy,
    async send(make, refused) {
      if (busy) return
      setBusy(true)
      try {
        const address = await make()
        if (address) {
          // If a person returns with the browser's Back, nothing is being sent.
          window.addEventListener('pageshow', () => setBusy(false), { once: true })
          return window.location.assign(address)
        }
      } catch (error) {
        if (!(await refused?.(error))) toast({ tone: 'error', message: messageOf(error, failed()) })
      }
      setBusy(false)
    },
  }
}
