import { useEffect } from 'react'

/** Calls `returned` when the browser's Back restores the page: whatever was under way has ended by then. */
export function useReturn(returned: () => void): void {
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) returned()
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [returned])
}
