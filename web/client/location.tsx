import { createContext, use, useCallback, useEffect, useMemo, useState, useTransition, type ReactNode } from 'react'
import { decodePath, findScreen, type ScreenMatch } from '../../contract/screens.ts'
import type { LinkProps } from '../ui/links/link.tsx'

/** Goes to a path of this site without loading a page. */
type Go = (to: string, how?: { replace?: boolean }) => void

/** Where the visitor is, by the same map that the server reads. */
export type Location = ScreenMatch & {
  pathname: string
  /** The query, with its question mark. */
  search: string
  go: Go
  /** Whether this is no longer the page that was opened. */
  moved: boolean
  /** The next screen is on its way. */
  waiting: boolean
}

const LocationContext = createContext<Location | null>(null)

type Address = Pick<Location, 'pathname' | 'search'> & { moved?: boolean }

export function LocationProvider({ address: begin, children }: { address: Address; children: ReactNode }) {
  // A copy: window.location is another address as soon as it changes, and so would be this state.
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
    // What the visitor sees stays until the next screen is there.
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

/** On to another path as soon as this shows; the present one is replaced in the history. */
export function Navigate({ to }: { to: string }) {
  const { go } = useLocation()
  useEffect(() => go(to, { replace: true }), [go, to])
  return null
}

/** A link that stays in the page, unless the visitor asks for another tab or window. */
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
