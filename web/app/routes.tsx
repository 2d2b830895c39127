import { useLayoutEffect } from 'react'
import { screenTitles } from '#words/titles.ts'
import { decodePath, screens, type ScreenName } from '../../contract/screens.ts'
import { Navigate, useLocation } from '../client/location.tsx'
import { Title, useVisitor } from '../client/page.tsx'
import { screenFor } from './screens.tsx'

/** Screens whose title depends on their state. They set it themselves, because a document has one title. */
const titledByState: ReadonlySet<ScreenName> = new Set(['trial', 'orderSummary', 'pending'])

/** Renders the screen of contract/screens.ts for the current location, behind its guard. */
export function SiteMap() {
  const { user, entries } = useVisitor()
  const { pathname, search, name, params, moved } = useLocation()
  const { guard } = screens[name]
  const { Screen } = screenFor(name, user)
  useLayoutEffect(() => {
    const { hash } = window.location
    const target = hash ? document.getElementById(decodePath(hash.slice(1))) : null
    if (target) {
      target.scrollIntoView()
      target.focus({ preventScroll: true })
    } else window.scrollTo(0, 0)
    if (target || !moved) return
    return focusHeading()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a move within a page does not change the page
  }, [pathname])
  const elsewhere = guard?.({ user, entries, path: pathname + search, params })
  if (elsewhere?.startsWith('/api/')) return <Leave to={elsewhere} />
  if (elsewhere) return <Navigate to={elsewhere} />
  return (
    <>
      {titledByState.has(name) ? null : <Title>{screenTitles[name]}</Title>}
      <Screen />
    </>
  )
}

/**
 * Moves the focus to the heading of a new page: screen readers announce it, and keyboard users continue from there. If
 * the page is still loading, it has no heading, or one that is replaced; the next heading gets the focus unless the
 * person has acted meanwhile.
 */
function focusHeading(): (() => void) | undefined {
  const main = document.getElementById('main')
  if (!main || main.contains(document.activeElement)) return undefined
  const focus = () => {
    const heading = main.querySelector('h1')
    if (!heading) return false
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    return true
  }
  let landed = focus()
  const observer = new MutationObserver(() => {
    if (!landed || document.activeElement === document.body) landed = focus()
  })
  const stop = () => observer.disconnect()
  const acts = ['keydown', 'pointerdown'] as const
  observer.observe(main, { childList: true, subtree: true })
  for (const act of acts) document.addEventListener(act, stop, { once: true })
  return () => {
    stop()
    for (const act of acts) document.removeEventListener(act, stop)
  }
}

/** Leaves the single-page application for an address that the server handles. */
function Leave({ to }: { to: string }) {
  useLayoutEffect(() => {
    window.location.replace(to)
  }, [to])
  return null
}
