import type { User } from '../../contract/screens.ts'
import { lazyScreen } from '../ui/lazy-screen.tsx'

/** Only the pages of those who are signed in have it. */
export const sessionWatch = lazyScreen<{ user: User }>(async () => (await import('./session-watch.tsx')).SessionWatch)
