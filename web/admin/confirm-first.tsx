import type { MouseEvent } from 'react'
import { signInAddress } from '../../contract/screens.ts'
import { call } from '../client/api.ts'
import { useVisitor } from '../client/page.tsx'
import { LinkButton } from '../ui/links/link-button.tsx'
import type { LinkProps } from '../ui/links/link.tsx'

/**
 * Returns a function that performs an act which needs a recent sign-in. If the last one was too long ago, it redirects
 * to the second factor and back to this page first, before anything is entered.
 */
export function useConfirmFirst(): (act: () => void) => void {
  const { user } = useVisitor()
  return (act) => {
    if (user?.confirmation === undefined) return act()
    void isOld().then((old) => {
      if (!old) return act()
      const { pathname, search } = window.location
      return window.location.assign(`${signInAddress(pathname + search)}&confirm=yes`)
    })
  }
}

/** Without a response the act itself reports the fault. */
async function isOld(): Promise<boolean> {
  const { user } = await call('GET /api/v1/users/userinfo').catch(() => ({ user: 'anonymousUser' as const }))
  return user !== 'anonymousUser' && user.confirmation === 'old'
}

/** A link to a data file, which needs a recent sign-in. */
export function ExportLink({ href, ...rest }: Omit<LinkProps, 'className'>) {
  const confirmFirst = useConfirmFirst()
  const { user } = useVisitor()
  function download(event: MouseEvent) {
    if (user?.confirmation === undefined) return
    event.preventDefault()
    // The response is an attachment, so the page stays.
    confirmFirst(() => window.location.assign(href))
  }
  return <LinkButton variant="quiet" size="small" href={href} download onClick={download} {...rest} />
}
