import { useEffect } from 'react'

/** Calls when the page comes back as it was left, with the browser's Back: what was under way then is not any more. */
export function useReturn(returned: () => void): void {
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) returned()
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [returned])
}
