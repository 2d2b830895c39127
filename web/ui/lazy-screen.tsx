import { lazy, useState, type ComponentType } from 'react'

/** A screen in a file of its own, which the browser fetches when it is first needed. */
export type LazyScreen<P = object> = {
  /** Its file as the manifest of the build names it, by which a page links it in its head. */
  source: string
  Screen: ComponentType<P>
  /** Resolves when the screen can show immediately. */ ready(): Promise<void>
}

/** Once it is ready it renders without suspending: whole on the server, and alive in one go in the browser. */
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
      // Chosen once, so that what is mounted stays what it is.
      const [Chosen] = useState<ComponentType<P>>(() => loaded ?? Awaited)
      return <Chosen {...props} />
    },
    async ready() {
      await fetched()
    },
  }
}
