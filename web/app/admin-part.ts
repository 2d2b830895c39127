import type { ComponentType } from 'react'
import { lazyScreen, type LazyScreen } from '../ui/lazy-screen.tsx'

/** A part of the admin area in a file of its own, with the cache that only the admin area uses. */
export function adminPart<P extends object = object>(load: () => Promise<ComponentType<P>>): LazyScreen<P> {
  return lazyScreen(async () => {
    const [Part, { withQueries }] = await Promise.all([load(), import('../admin/admin-queries.tsx')])
    return withQueries(Part)
  })
}
