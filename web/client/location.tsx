import { createContext, use, useCallback, useEffect, useMemo, useState, useTransition, type ReactNode } from 'react'
import { decodePath, findScreen, type ScreenMatch } from '../../contract/screens.ts'
import type { LinkProps } from '../ui/links/link.tsx'

/** Navigates to a path of this site without loading a page. */
type Go = (to: string, how?: { replace?: boolean }) => void

/** The visitor's location, by the same site map that the server reads. */
export type Location = ScreenMatch & {
  pathname: string
  /** The query, with its question mark. */
  search: string
  go: Go
  /** Whether the visitor has navigated since the page was loaded. */
  moved: boolean
  /** The next screen is loading. */
  waiting: boolean
}

const LocationContext = createContext<Location | null>(null)

type Address = Pick<Location, 'pathname' | 'search'> & { moved?: boolean }

export function LocationProvider({ address: begin, children }: { address: Address; children: ReactNode }) {
  // A copy: window.location changes in place, and this state would change with it.
  const [{ pathname, search, moved = false }, setAddress] = useState<Address>(() => ({
    pathname: begin.pathname,
    search: begin.search,
  }))
  const [waiting, startTransition] = useTransition()

  useEffect(() => {
    const follow = () => startTransition(() => setAddress(here()))
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])

  const go: Go = useCallback((to, { replace = false } = {}) => {
    const same = new URL(to, window.location.href).href === window.location.href
    window.history[replace || same ? 'replaceState' : 'pushState'](null, '', to)
    // The current screen stays until the next one is ready.
    startTransition(() => setAddress(here()))
  }, [])

  const location = useMemo(
    () => ({ ...findScreen(decodePath(pathname)), pathname, search, moved, go, waiting }),
    [pathname, search, moved, go, waiting],
  )
  return <LocationContext value={location}>{children}</LocationContext>
}

function here(): Address {
  const { pathname, search } = window.location
  return { pathname, search, moved: true }
}

export function useLocation(): Location {
  const location = use(LocationContext)
  if (!location) throw new Error('no location around this component')
  return location
}

export function useParams(): Record<string, string> {
  return useLocation().params
}

/** Navigates to another path as soon as it is rendered, and replaces the current entry of the history. */
export function Navigate({ to }: { to: string }) {
  const { go } = useLocation()
  useEffect(() => go(to, { replace: true }), [go, to])
  return null
}

/** A link that navigates within the page, unless the visitor opens it in another tab or window. */
export function InsideLink({ href, onClick, children, ...rest }: LinkProps) {
  const { go } = useLocation()
  return (
    <a
      href={href}
      onClick={(event) => {
        onClick?.(event)
        const elsewhere = event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
        if (event.defaultPrevented || elsewhere) return
        event.preventDefault()
        go(href)
      }}
      {...rest}
    >
      {children}
    </a>
  )
}
