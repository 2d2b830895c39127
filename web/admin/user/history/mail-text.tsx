import { useState } from 'react'
import { personWords } from '#words/admin/person.ts'
import { call, messageOf } from '../../../client/api.ts'
import { Button } from '../../../ui/button.tsx'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { useRefresh } from '../../../client/queries.ts'
import type { SentMail } from './history-rows.ts'

const t = personWords.timeline

/**
 * Shows the recipient of an email, its text behind a button, and a button that sends it again. An email with a personal
 * link has neither text nor button.
 */
export function MailText({ mail: { id, to, subject, text, state } }: { mail: SentMail }) {
  const [busy, setBusy] = useState(false)
  const refresh = useRefresh()
  const toast = useToast()

  async function again() {
    setBusy(true)
    try {
      await call('POST /api/v1/mails/send-again/{id}', { path: { id }, body: {} })
      toast({ tone: 'success', message: t.sentAgain })
    } catch (error) {
      toast({ tone: 'error', message: messageOf(error, t.notSentAgain) })
    }
    await refresh()
    setBusy(false)
  }

  return (
    <>
      <div className="fine-print anywhere">{t.mailTo(to)}</div>
      {text === null ? null : (
        <details className="mail-text">
          <summary>{t.text}</summary>
          <pre>{text}</pre>
          {state === 'waiting' ? null : (
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
