import type { ReactNode, SubmitEvent } from 'react'
import { useSettings } from '../client/page.tsx'
import { useHydrated } from '../ui/hydrated.ts'

type PageFormProps = {
  /** The address of the page itself, which takes the form where there are no scripts. */
  action: string
  /** What the form has to say beside its fields. */
  hidden?: Readonly<Record<string, string>>
  /** Does with scripts what the form asks for. */
  onSubmit: () => unknown
  className?: string
  children: ReactNode
}

/** A form that the browser can send by itself, before the scripts have come or without them; with them it never is. */
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
