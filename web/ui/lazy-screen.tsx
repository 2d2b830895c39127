import { lazy, useState, type ComponentType } from 'react'

/** A screen in a file of its own, which the browser fetches when it is first needed. */
export type LazyScreen<P = object> = {
  Screen: ComponentType<P>
  /** Resolves when the screen can show at once. */ ready(): Promise<void>
}

/** Once it is ready it renders without suspending: whole on the server, and alive in one go in the browser. */
export function lazyScreen<P extends object = object>(load: () => Promise<ComponentType<P>>): LazyScreen<P> {
  let loaded: ComponentType<P> | null = null
  async function fetched(): Promise<ComponentType<P>> {
    loaded ??= await load()
    return loaded
  }
  const Awaited = lazy(async () => ({ default: await fetched() }))
  return {
    Screen: function Later(props: P) {
      // Chosen once, so that what is mounted stays what it is.
      const [Chosen] = useState<ComponentType<P>>(() => loaded ?? Awaited)
      return <Chosen {...props} />
    },
    async ready() {
      await fetched()
    },
  }
}
