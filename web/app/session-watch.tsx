import { useEffect, useRef, useState } from 'react'
import { signInAddress, type User } from '../../contract/screens.ts'
import { sessionWords as t } from '#words/shop/session.ts'
import { shopWords } from '#words/shop/shop.ts'
import { call } from '../client/api.ts'
import { useLocation } from '../client/location.tsx'
import { useRefresh } from '../client/queries.ts'
import { sessionChannel, setSessionWatch, tellOtherTabs } from '../client/session.ts'
import { Dialog } from '../ui/overlays/dialog.tsx'

/**
 * Detects that the session of a signed-in person has ended: by a refused call, by another tab, or when the page comes
 * into view again. It reports this once, and signing in leads back here; the page stays unchanged.
 */
export function SessionWatch({ user }: { user: User }) {
  const [ended, setEnded] = useState(false)
  const { pathname, search } = useLocation()
  const refresh = useRefresh()
  const wasEnded = useRef(false)

  useEffect(() => {
    const channel = new BroadcastChannel(sessionChannel)

    /** Resolves to true if no one, or another person, is signed in now. A failed call proves nothing. */
    async function look(): Promise<boolean> {
      const answer = await call('GET /api/v1/users/userinfo').catch(() => null)
      if (!answer) return false
      const { user: now } = answer
      if (now === 'anonymousUser') {
        wasEnded.current = true
        setEnded(true)
        return true
      }
      if (now.id !== user.id) {
        window.location.reload()
        return true
      }
      if (wasEnded.current) void refresh()
      wasEnded.current = false
      setEnded(false)
      return false
    }

    let asking: Promise<boolean> | null = null
    function lookOnce(): Promise<boolean> {
      asking ??= look().finally(() => (asking = null))
      return asking
    }
    const onView = () => {
      if (document.visibilityState === 'visible') void lookOnce()
    }
    // A request already under way may have been answered before the session ended.
    const onMessage = () => void (asking ?? Promise.resolve()).then(lookOnce)
    // A page that was just loaded shows who is signed in; one restored from the back/forward cache may be out of date.
    const onPageShow = ({ persisted }: PageTransitionEvent) => void (persisted && lookOnce())
    channel.addEventListener('message', onMessage)
    document.addEventListener('visibilitychange', onView)
    window.addEventListener('pageshow', onPageShow)
    setSessionWatch(async () => {
      const isOver = await lookOnce()
      if (isOver) tellOtherTabs()
      return isOver
    })
    return () => {
      setSessionWatch(null)
      channel.close()
      document.removeEventListener('visibilitychange', onView)
      window.removeEventListener('pageshow', onPageShow)
    }
  }, [refresh, user.id])

  return (
    <Dialog
      open={ended}
      onClose={() => setEnded(false)}
      title={t.ended.title}
      closeLabel={shopWords.close}
      actions={
        <a className="button button--primary" href={signInAddress(pathname + search, user.email)}>
          {t.ended.signIn}
        </a>
      }
    >
      <p>{t.ended.text}</p>
    </Dialog>
  )
}
