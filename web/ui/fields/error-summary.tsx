import { useEffect, useRef, useState } from 'react'
import type { MouseEvent } from 'react'
import { useHydrated } from '../hydrated.ts'
import { Icon } from '../icon.tsx'

export type ErrorSummaryProps = {
  title: string
  /** `id` is the field's; one without an id concerns the form as a whole. */
  errors: readonly { id?: string | undefined; message: string }[]
  /** Counts submissions: each new number takes the focus here. */
  attempt: number
}

/** Shown above a form that was refused; renders nothing without an error. */
export function ErrorSummary({ title, errors, attempt }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null)
  const hydrated = useHydrated()
  /** The attempt that the server's page is the answer to: the browser itself begins there. */
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
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- what a page that refuses a form has to say comes first
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

/** To the label, so that the question is in sight, and into the field; the address stays clean. */
function goTo(event: MouseEvent, id: string) {
  const field = document.getElementById(id)
  if (!field) return
  event.preventDefault()
  field.focus({ preventScroll: true })
  const label = document.getElementById(`${id}-label`) ?? field
  label.scrollIntoView({ block: 'start' })
}
