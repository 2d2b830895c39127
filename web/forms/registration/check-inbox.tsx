import { shopWords } from '#words/shop/shop.ts'
import { stateTitles } from '#words/titles.ts'
import { Title, useSettings } from '../../client/page.tsx'
import { buttonClass } from '../../ui/button.tsx'

const t = shopWords.checkInbox

/** Where the email is to be found while the sandbox receives it. */
export function SandboxInbox() {
  if (!useSettings().sandboxMail) return null
  return (
    <p>
      <a href="/sandbox/mail">{t.sandbox}</a>
    </p>
  )
}

/** To which address the activation email went. */
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

/** The content of the dialog of the same name, in place of the form if there are no scripts to open it. */
export function CheckInbox({ email, path, next = t.next }: { email: string; path: string; next?: string }) {
  return (
    <div className="stack" role="status">
      <Title>{stateTitles.checkInbox}</Title>
      <h2>{t.title}</h2>
      <SentTo email={email} />
      <p>{next}</p>
      <SandboxInbox />
      <p className="soft small">{t.notThere}</p>
      {/* Not within the page: it shall forget what was posted. */}
      <a className={buttonClass({ variant: 'quiet' })} href={path}>
        {t.done}
      </a>
    </div>
  )
}
