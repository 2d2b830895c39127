import { lazy, useState, type ComponentType } from 'react'

/** A screen in a file of its own, which the browser fetches when it is first needed. */
export type LaterScreen = {
  Screen: ComponentType
  /** Resolves when the screen can show at once. */ ready(): Promise<void>
}

/** Once it is ready it renders without suspending: whole on the server, and alive in one go in the browser. */
export function laterScreen(load: () => Promise<ComponentType>): LaterScreen {
  let loaded: ComponentType | null = null
  async function fetched(): Promise<ComponentType> {
    loaded ??= await load()
    return loaded
  }
  const Awaited = lazy(async () => ({ default: await fetched() }))
  return {
    Screen: function Later() {
      // Chosen once, so that what is mounted stays what it is.
      const [Chosen] = useState<ComponentType>(() => loaded ?? Awaited)
      return <Chosen />
    },
    async ready() {
      await fetched()
    },
  }
}
