import { useLayoutEffect, useRef, type RefObject } from 'react'
import { menuCorner, type Corner } from './menu-corner.ts'

/**
 * Opens a menu at a position and focuses its first item. Reports a press elsewhere, and what moves the page under the
 * menu. When the menu is removed, the focus returns to its origin.
 */
export function useMenuAt(ref: RefObject<HTMLElement | null>, at: Corner, onClose: () => void): void {
  const close = useRef(onClose)
  useLayoutEffect(() => {
    close.current = onClose
  })

  useLayoutEffect(() => {
    const menu = ref.current
    const before = document.activeElement
    if (!menu) return undefined
    const beneath = document.elementFromPoint(at.left, at.top) ?? document.documentElement
    const { left: fromLeft, top: fromTop } = beneath.getBoundingClientRect()
    // Not an automatic popover: the release of the button that opened it would close it again.
    menu.showPopover()
    const { left, top } = menuCorner(
      at,
      { width: menu.offsetWidth, height: menu.offsetHeight },
      document.documentElement,
    )
    menu.style.setProperty('--at-left', `${left}px`)
    menu.style.setProperty('--at-top', `${top}px`)
    menu.style.setProperty('--at-right', 'auto')
    menu.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })

    const pressed = ({ target }: Event) => {
      if (!(target instanceof Node && menu.contains(target))) close.current()
    }
    const moved = () => close.current()
    // The press may have scrolled the page to its button, which the browser reports a frame later: only a scroll that
    // moves the page under the menu counts.
    const scrolled = () => {
      const now = beneath.getBoundingClientRect()
      if (now.left !== fromLeft || now.top !== fromTop) close.current()
    }
    document.addEventListener('pointerdown', pressed, true)
    document.addEventListener('scroll', scrolled, { capture: true, passive: true })
    addEventListener('resize', moved)
    addEventListener('blur', moved)
    return () => {
      document.removeEventListener('pointerdown', pressed, true)
      document.removeEventListener('scroll', scrolled, { capture: true })
      removeEventListener('resize', moved)
      removeEventListener('blur', moved)
      const lost = document.activeElement === document.body || menu.contains(document.activeElement)
      if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [ref, at])
}
