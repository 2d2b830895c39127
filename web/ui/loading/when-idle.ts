const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin']

/**
 * Resolves when the browser is idle, or as soon as a person uses the page: for parts that are not needed immediately.
 * Resolves immediately on the server.
 */
export function whenIdle(): Promise<void> {
  if (typeof window === 'undefined') return Promise.resolve()
  return new Promise((resolve) => {
    const ready = () => {
      for (const sign of signs) window.removeEventListener(sign, ready)
      resolve()
    }
    for (const sign of signs) window.addEventListener(sign, ready, { passive: true })
    // Some browsers cannot report that they are idle.
    if ('requestIdleCallback' in window) window.requestIdleCallback(ready, { timeout: 1000 })
    else setTimeout(ready, 200)
  })
}
