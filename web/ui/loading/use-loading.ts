import { useEffect, useState } from 'react'
import type { LazyScreen } from './lazy-screen.tsx'

type LoadingState = 'loading' | 'ready' | 'failed'

/**
 * Loads a screen that appears after hydration, and returns its state: show a placeholder until it is ready. After a
 * Suspense fallback, React would reveal and hydrate nothing else for 300 ms
 * (https://github.com/react/react/issues/31819).
 */
export function useLoading({ ready }: Pick<LazyScreen, 'ready'>): LoadingState {
  const [state, setState] = useState<LoadingState>('loading')
  useEffect(() => {
    void ready().then(
      () => setState('ready'),
      () => setState('failed'),
    )
  }, [ready])
  return state
}
