import type { User } from '../../contract/screens.ts'
import { lazyScreen } from '../ui/lazy-screen.tsx'
import { whenIdle } from '../ui/when-idle.ts'

/** Only the pages of those who are signed in have it. One that has just come shows who is signed in. */
export const sessionWatch = lazyScreen<{ user: User }>('web/app/session-watch.tsx', async () => {
  await whenIdle()
  return (await import('./session-watch.tsx')).SessionWatch
})
