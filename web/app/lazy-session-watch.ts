import type { User } from '../../contract/screens.ts'
import { lazyScreen } from '../ui/loading/lazy-screen.tsx'
import { whenIdle } from '../ui/loading/when-idle.ts'

/** Only pages of signed-in people load it. A page that has just loaded shows who is signed in. */
export const sessionWatch = lazyScreen<{ user: User }>('web/app/session-watch.tsx', async () => {
  await whenIdle()
  return (await import('./session-watch.tsx')).SessionWatch
})
