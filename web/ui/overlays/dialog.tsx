import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { useToastsWithin } from './toast.tsx'

export type DialogProps = {
  open: boolean
  /** Called by Escape or the close button; `open` decides. */
  onClose: () => void
  title: string
  /** Name of the close button; omitted if there is none, because the question needs an answer. */
  closeLabel?: string | undefined
  children?: ReactNode
  /** Buttons, the primary one last. */
  actions?: ReactNode
  /** 'page' is as wide as a form of a page (576 px). */
  width?: 'normal' | 'page' | undefined
  /** 'alertdialog' for a confirmation of something dangerous. */
  role?: 'dialog' | 'alertdialog' | undefined
  /** An act is running: the dialog cannot be closed now. */
  busy?: boolean | undefined
}

/** A modal dialog on the native element: the rest is inert, Escape closes it, the focus returns to its origin. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, closeLabel, children, actions, width = 'normal', role = 'dialog', busy = false } = props
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const toastsWithin = useToastsWithin()

  useEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    const before = document.activeElement
    const page = document.documentElement
    page.toggleAttribute('data-scrollbar', innerWidth > page.clientWidth)
    dialog.showModal()
    const closed = toastsWithin(dialog)
    return () => {
      closed()
      dialog.close()
      // The browser does this too, unless the dialog was removed from the page while open.
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [open, toastsWithin])

  return (
    <dialog
      ref={ref}
      className={classNames('dialog', width === 'page' && 'dialog--page')}
      role={role === 'alertdialog' ? role : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' && children ? `${id}-body` : undefined}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (!busy) onClose()
      }}
      onClose={(event) => {
        // Browsers close a dialog at a second Escape in a row without asking: calls onClose, or opens it again.
        // One that was opened again since, as React's StrictMode does, is not closed.
        if (event.target !== event.currentTarget || !open || event.currentTarget.open) return
        if (busy) ref.current?.showModal()
        else onClose()
      }}
    >
      {open && (
        <>
          <div className="dialog__head">
            <h2 id={`${id}-title`}>{title}</h2>
            {closeLabel !== undefined && (
              <button type="button" className="icon-button" aria-label={closeLabel} disabled={busy} onClick={onClose}>
                <Icon name="close" />
              </button>
            )}
          </div>
          {children && (
            <div className="dialog__body" id={`${id}-body`}>
              {children}
            </div>
          )}
          {actions && <div className="dialog__actions">{actions}</div>}
        </>
      )}
    </dialog>
  )
}
