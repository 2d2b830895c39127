import { checkInboxWords } from '#words/shop/check-inbox.ts'
import { stateTitles } from '#words/titles.ts'
import { Title, useSettings } from '../../client/page.tsx'
import { buttonClass } from '../../ui/button.tsx'

const t = checkInboxWords

/** Links the sandbox's inbox, if that receives the email. */
export function SandboxInbox() {
  if (!useSettings().sandboxMail) return null
  return (
    <p>
      <a href="/sandbox/mail">{t.sandbox}</a>
    </p>
  )
}

/** States to which address the activation email was sent. */
export function SentTo({ email }: { email: string }) {
  const [before = '', after = ''] = t.text(email).split(email)
  return (
    <p className="anywhere">
      {before}
      <strong>{email}</strong>
      {after}
    </p>
  )
}

/**
 * Renders the content of the dialog of the same name, in place of the form if there are no scripts to open the dialog.
 */
export function CheckInbox({ email, path, next = t.next }: { email: string; path: string; next?: string }) {
  return (
    <div className="stack" role="status">
      <Title>{stateTitles.checkInbox}</Title>
      <h2>{t.title}</h2>
      <SentTo email={email} />
      <p>{next}</p>
      <SandboxInbox />
      <p className="soft small">{t.notThere}</p>
      {/* Loads the page again, because it should discard what was posted. */}
      <a className={buttonClass({ variant: 'quiet' })} href={path}>
        {t.done}
      </a>
    </div>
  )
}
