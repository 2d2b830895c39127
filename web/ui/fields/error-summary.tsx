import { useEffect, useRef, useState } from 'react'
import type { MouseEvent } from 'react'
import { useHydrated } from '../loading/hydrated.ts'
import { Icon } from '../icon.tsx'

export type ErrorSummaryProps = {
  title: string
  /** `id` is the field's; an error without an id concerns the form as a whole. */
  errors: readonly { id?: string | undefined; message: string }[]
  /** Counts submissions: each new number moves the focus here. */
  attempt: number
}

/** Lists the errors above a refused form; renders nothing if there are none. */
export function ErrorSummary({ title, errors, attempt }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null)
  const hydrated = useHydrated()
  /** The attempt to which the server's page responds: the browser itself moves the focus here. */
  const [answered] = useState(hydrated ? 0 : attempt)
  useEffect(() => {
    if (attempt > answered) ref.current?.focus()
  }, [attempt, answered])

  if (errors.length === 0) return null
  return (
    <div
      className="error-summary"
      ref={ref}
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the errors are what a person must read first on a refused form
      autoFocus={answered > 0}
      role="alert"
      aria-labelledby="error-summary-title"
    >
      <h2 id="error-summary-title">
        <Icon name="error" />
        {title}
      </h2>
      <ul className="error-summary__list">
        {errors.map(({ id, message }) => (
          <li key={`${id} ${message}`}>
            {id === undefined ? (
              message
            ) : (
              <a href={`#${id}`} onClick={(event) => goTo(event, id)}>
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Scrolls to the label, so that the question is visible, and focuses the field, without changing the URL. */
function goTo(event: MouseEvent, id: string) {
  const field = document.getElementById(id)
  if (!field) return
  event.preventDefault()
  field.focus({ preventScroll: true })
  const label = document.getElementById(`${id}-label`) ?? field
  label.scrollIntoView({ block: 'start' })
}
