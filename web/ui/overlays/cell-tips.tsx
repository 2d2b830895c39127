import { useEffect, useId, useRef } from 'react'
import { placeBeside } from './place.ts'

/**
 * Renders one tooltip for all cells of a table, under pointer and focus: a cell's `data-tip`, or the full text of one
 * that is cut (`.cut`). A separate tooltip for each of a thousand cells would make scrolling slow.
 */
export function CellTips({ frame }: { frame: HTMLElement }) {
  const ref = useRef<HTMLDivElement>(null)
  const id = useId()

  useEffect(() => {
    const tip = ref.current
    if (!tip) return undefined
    let shown: { cell: Element; leave: () => void } | null = null

    function hide() {
      shown?.leave()
      shown?.cell.removeAttribute('aria-describedby')
      shown = null
      tip?.hidePopover()
    }

    function show({ target }: Event) {
      const cell = target instanceof Element ? target.closest('td, th') : null
      if (cell === (shown?.cell ?? null)) return
      hide()
      const text = cell && tipOf(cell)
      const anchor = cell?.querySelector<HTMLElement>('[data-tip], .cut')
      if (!tip || !cell || !anchor || !text) return
      tip.textContent = text
      tip.showPopover()
      cell.setAttribute('aria-describedby', id)
      shown = { cell, leave: placeBeside(tip, anchor) }
    }

    // It follows its cell; rows that are scrolled away are removed from the page.
    const scrolled = () => {
      if (shown?.cell.isConnected === false) hide()
    }
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide()
    }
    const listeners: [string, EventListener][] = [
      ['pointerover', show],
      ['pointerleave', hide],
      ['focusin', show],
      ['focusout', hide],
      ['scroll', scrolled],
      ['pointerdown', hide],
      ['keydown', key as EventListener],
    ]
    for (const [name, listener] of listeners) frame.addEventListener(name, listener, { passive: true })
    return () => {
      hide()
      for (const [name, listener] of listeners) frame.removeEventListener(name, listener)
    }
  }, [frame, id])

  return <div ref={ref} id={id} className="popover tooltip" popover="manual" role="tooltip" />
}

function tipOf(cell: Element): string | null {
  const told = cell.querySelector<HTMLElement>('[data-tip]')?.dataset['tip']
  if (told !== undefined) return told
  const cut = cell.querySelector('.cut')
  return cut && (cut.scrollWidth > cut.clientWidth || cut.scrollHeight > cut.clientHeight) ? cut.textContent : null
}
