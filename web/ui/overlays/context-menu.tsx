import { useId, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Link } from '../links/link.tsx'
import { useMenuAt } from './use-menu-at.ts'

export type ContextMenuItem = {
  label: string
  icon?: ReactNode
  dangerous?: boolean | undefined
  /** A link is followed; any other item calls `onSelect`. */
  href?: string | undefined
  onSelect?: (() => void) | undefined
}

export type ContextMenuProps = {
  /** The subject of the menu. */
  label: string
  /** The position of its corner, in pixels of the window. */
  at: { left: number; top: number }
  items: readonly ContextMenuItem[]
  /** Shown below the items. */
  note?: string | undefined
  /** Called on Escape, Tab, a press elsewhere and a choice. */
  onClose: () => void
}

/** A menu at the pointer's position; mounted while it is open. The focus returns to its origin. */
export function ContextMenu({ label, at, items, note, onClose }: ContextMenuProps) {
  const ref = useRef<HTMLDivElement>(null)
  const noteId = useId()
  useMenuAt(ref, at, onClose)

  function press(event: KeyboardEvent<HTMLElement>) {
    const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
    const now = entries.findIndex((entry) => entry === document.activeElement)
    const last = entries.length - 1
    const to = { ArrowDown: now === last ? 0 : now + 1, ArrowUp: now < 1 ? last : now - 1, Home: 0, End: last }
    if (event.key in to) entries[to[event.key as keyof typeof to]]?.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') onClose()
    else if (event.key === ' ' && document.activeElement instanceof HTMLElement) document.activeElement.click()
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) focusBy(entries, now, event.key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={ref}
      popover="manual"
      className="popover menu"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      aria-describedby={note === undefined ? undefined : noteId}
      onKeyDown={press}
      onContextMenu={(event) => event.preventDefault()}
    >
      {items.map(({ label: words, icon, dangerous = false, href, onSelect }) => {
        const common = {
          role: 'menuitem',
          tabIndex: -1,
          className: classNames('menu__item', dangerous && 'menu__item--danger'),
          onClick: () => {
            onClose()
            onSelect?.()
          },
          children: (
            <>
              {icon}
              {words}
            </>
          ),
        }
        return href === undefined ? (
          <button key={words} type="button" {...common} />
        ) : (
          <Link key={words} href={href} {...common} />
        )
      })}
      {note === undefined ? null : (
        <p id={noteId} className="menu__note small soft">
          {note}
        </p>
      )}
    </div>
  )
}

/** Moves the focus to the next entry that begins with the letter. */
function focusBy(entries: readonly HTMLElement[], from: number, letter: string): void {
  const round = [...entries.slice(from + 1), ...entries.slice(0, from + 1)]
  round.find(({ textContent }) => textContent.trim().toLowerCase().startsWith(letter.toLowerCase()))?.focus()
}
