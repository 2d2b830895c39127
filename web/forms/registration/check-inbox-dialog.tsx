import { interfaceLimits } from '../../../domain/limits.ts'
import { checkInboxWords } from '#words/shop/check-inbox.ts'
import { shopWords } from '#words/shop/shop.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { truncate } from '../../ui/truncate.ts'
import { SandboxInbox, SentTo } from './check-inbox.tsx'

const t = checkInboxWords

/** States to which address the activation email was sent and what comes next. Closing it reloads the page. */
export function CheckInboxDialog({ email, next = t.next }: { email: string | null; next?: string }) {
  const narrow = useMedia(narrowQuery)
  if (email === null) return null
  const reload = () => window.location.reload()
  return (
    <Dialog
      open
      onClose={reload}
      title={t.title}
      closeLabel={shopWords.close}
      actions={<Button onClick={reload}>{t.done}</Button>}
    >
      <SentTo email={truncate(email, narrow ? interfaceLimits.emailShownNarrow : interfaceLimits.emailShown)} />
      <p>{next}</p>
      <SandboxInbox />
      <p className="soft small">{t.notThere}</p>
    </Dialog>
  )
}

const narrowQuery = `(width < ${interfaceLimits.narrowBelow}px)`
