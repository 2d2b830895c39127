import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'

export type ButtonLook = {
  variant?: 'primary' | 'quiet' | 'danger' | undefined
  size?: 'normal' | 'small' | undefined
  /** As wide as its container. */
  wide?: boolean | undefined
}

export type ButtonProps = ButtonLook &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
    children: ReactNode
    /**
     * An act is running: the button shows `busyLabel` and accepts no further press, but keeps its width and the focus.
     */
    busy?: boolean | undefined
    busyLabel?: ReactNode
    ref?: Ref<HTMLButtonElement>
  }

/** Returns the classes of a button, for links that look like one. */
export function buttonClass({ variant = 'primary', size = 'normal', wide = false }: ButtonLook): string {
  return classNames('button', `button--${variant}`, size === 'small' && 'button--small', wide && 'button--wide')
}

export function Button(props: ButtonProps) {
  const { variant, size, wide, busy = false, busyLabel, children, onClick, type = 'button', ...rest } = props

  function press(event: MouseEvent<HTMLButtonElement>) {
    // Not `disabled`: that would lose the focus, and the text that explains why nothing happens.
    if (busy) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      aria-disabled={busy || undefined}
      {...rest}
      type={type}
      className={buttonClass({ variant, size, wide })}
      onClick={press}
      aria-busy={busy || undefined}
    >
      {busyLabel === undefined ? (
        children
      ) : (
        <span className="button__words">
          <span data-off={busy || undefined}>{children}</span>
          <span data-off={!busy || undefined}>
            <span className="spinner" aria-hidden="true" />
            {busyLabel}
          </span>
        </span>
      )}
    </button>
  )
}
