import { personWords } from '#words/admin/people/person.ts'
import { call } from '../../../client/api.ts'
import { Button } from '../../../ui/button.tsx'
import { useActNow } from '../../use-act-now.ts'
import type { SentMail } from './history-rows.ts'

const t = personWords.timeline

/**
 * Shows the recipient of an email, its text behind a button, and a button that sends it again. An email with a personal
 * link has neither text nor button.
 */
export function MailText({
  mail: { id, to, subject, text, state },
  mayRepeat,
}: {
  mail: SentMail
  mayRepeat: boolean
}) {
  const { busy, actNow } = useActNow()

  const again = () =>
    actNow(() => call('POST /api/v1/mails/send-again/{id}', { path: { id }, body: {} }), {
      done: t.sentAgain,
      failed: t.notSentAgain,
    })

  return (
    <>
      <div className="fine-print anywhere">{t.mailTo(to)}</div>
      {text === null ? null : (
        <details className="mail-text">
          <summary>{t.text}</summary>
          <pre>{text}</pre>
          {state === 'waiting' || !mayRepeat ? null : (
            <Button
              variant="quiet"
              size="small"
              busy={busy}
              busyLabel={t.sending}
              aria-label={busy ? undefined : t.againLabel(subject)}
              onClick={() => void again()}
            >
              {t.again}
            </Button>
          )}
        </details>
      )}
    </>
  )
}
