import { createContext, use, useEffect, useMemo, useRef, useState } from 'react'
import type { AnimationEvent, CSSProperties, ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'

export type ToastMessage = {
  tone: 'success' | 'error'
  message: string
  /** Undo, View. */
  action?: { label: string; onAct: () => void } | undefined
}

type ShownToast = ToastMessage & { key: number }

/** Shows a toast. The returned function removes the toast's action, once that is no longer possible. */
type Toaster = (toast: ToastMessage) => () => void

type ToastPlaces = {
  add: Toaster
  /** Shows toasts within an open modal dialog. The returned function is called when the dialog closes. */
  within: (dialog: HTMLDialogElement) => () => void
}

const ToastContext = createContext<ToastPlaces>({ add: () => () => {}, within: () => () => {} })

/**
 * Returns the function that shows toasts: `const toast = useToast(); toast({ tone: 'success', message: 'Comment added'
 * })`
 */
export function useToast(): Toaster {
  return use(ToastContext).add
}

/**
 * Returns the function by which a modal dialog shows the toasts while it is open. Everything outside the topmost modal
 * dialog is inert, popovers too: a toast there is not announced, and its buttons do nothing
 * (https://github.com/whatwg/html/issues/9936).
 */
export function useToastsWithin(): ToastPlaces['within'] {
  return use(ToastContext).within
}

export type ToastWords = { region: string; close: string }

export function ToastProvider({ words, children }: { words: ToastWords; children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([])
  const [dialogs, setDialogs] = useState<readonly HTMLDialogElement[]>([])
  const topmost = dialogs.at(-1)
  const next = useRef(0)
  const region = useRef<HTMLElement>(null)

  const places = useMemo<ToastPlaces>(
    () => ({
      add(toast) {
        // The failure was reported elsewhere.
        if (toast.message === '') return () => {}
        next.current += 1
        const key = next.current
        // A repeated message is shown once.
        setToasts((before) => [
          ...before.filter((one) => one.action !== undefined || one.message !== toast.message),
          { ...toast, key },
        ])
        return () => setToasts((before) => before.map((one) => (one.key === key ? { ...one, action: undefined } : one)))
      },
      within(dialog) {
        setDialogs((before) => [...before, dialog])
        return () => setDialogs((before) => before.filter((one) => one !== dialog))
      },
    }),
    [],
  )
  const remove = (key: number) => setToasts((before) => before.filter((toast) => toast.key !== key))

  useEffect(() => {
    const element = region.current
    // The dialog that the region was in is removed from the page before it is reported as closed.
    if (!element?.isConnected || toasts.length === 0) return
    // Shown again each time, so that it is above a menu that has opened since.
    if (element.matches(':popover-open')) element.hidePopover()
    element.showPopover()
  }, [toasts.length, topmost])

  const shown = (
    <section className="toasts" ref={region} popover="manual" aria-label={words.region}>
      {toasts.map((toast) => (
        <Toast key={toast.key} toast={toast} closeLabel={words.close} onGone={() => remove(toast.key)} />
      ))}
    </section>
  )
  return (
    <ToastContext value={places}>
      {children}
      {topmost ? createPortal(shown, topmost) : shown}
    </ToastContext>
  )
}

/**
 * A toast whose CSS animation is the timer: under pointer or focus the stylesheet pauses it; at its end the toast
 * disappears.
 */
function Toast({ toast, closeLabel, onGone }: { toast: ShownToast; closeLabel: string; onGone: () => void }) {
  const { tone, message, action } = toast
  const [leaving, setLeaving] = useState(false)
  const time: CSSProperties & { '--toast-time': string } = { '--toast-time': `${tone === 'error' ? 10_000 : 6000}ms` }

  function animationEnded(event: AnimationEvent) {
    if (event.animationName === 'toast-time') setLeaving(true)
    if (event.animationName === 'toast-out' || event.animationName === 'toast-fade') onGone()
  }

  return (
    <div
      className={classNames('toast', tone === 'error' && 'toast--error')}
      role={tone === 'error' ? 'alert' : 'status'}
      data-leaving={leaving || undefined}
      style={time}
      onAnimationEnd={animationEnded}
    >
      <Icon name={tone === 'error' ? 'error' : 'check-circle'} />
      <p className="toast__words">{message}</p>
      {action && (
        <button
          type="button"
          className="toast__action"
          onClick={() => {
            action.onAct()
            setLeaving(true)
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className="icon-button" aria-label={closeLabel} onClick={() => setLeaving(true)}>
        <Icon name="close" />
      </button>
      <span className="toast__bar" aria-hidden="true" />
    </div>
  )
}
