import { lazy, useState, type ComponentType } from 'react'

/** A screen in a file of its own, which the browser loads when it is first needed. */
export type LazyScreen<P = object> = {
  /** Its file as the build's manifest names it; a page links it in its head. */
  source: string
  Screen: ComponentType<P>
  /** Resolves when the screen can be shown immediately. */
  ready(): Promise<void>
}

/**
 * Creates a lazy screen. Once it is ready it renders without suspending: completely on the server, and with a single
 * hydration in the browser.
 */
export function lazyScreen<P extends object = object>(
  source: string,
  load: () => Promise<ComponentType<P>>,
): LazyScreen<P> {
  let loaded: ComponentType<P> | null = null
  async function fetched(): Promise<ComponentType<P>> {
    loaded ??= await load()
    return loaded
  }
  const Awaited = lazy(async () => ({ default: await fetched() }))
  return {
    source,
    Screen: function Later(props: P) {
      // Chosen once, so that a mounted component does not change.
      const [Chosen] = useState<ComponentType<P>>(() => loaded ?? Awaited)
      return <Chosen {...props} />
    },
    async ready() {
      await fetched()
    },
  }
}
