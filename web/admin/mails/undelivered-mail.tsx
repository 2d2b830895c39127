import { useId, useState } from 'react'
import { mailsWords as t } from '#words/admin/mails.ts'
import { utcMinute } from '../../../i18n/calendar-words.ts'
import type { Output } from '../../../contract/contract.ts'
import { paths } from '../../../contract/screens.ts'
import { ApiError, call, messageOf } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/links/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { useRefresh } from '../../client/queries.ts'

type Mail = Output<'GET /api/v1/mails/undelivered'>[number]

/** An email that could not be sent: its recipient, subject and cause, and the acts on it. */
export function UndeliveredMail({ mail }: { mail: Mail }) {
  const { to, kind, subject, subscriberId, attempts, lastTried, state, nextTry, fault, answer } = mail
  const id = useId()
  const givenUp = state === 'given-up'
  return (
    <li>
      <div className="admin-list__who">
        {subscriberId === null ? (
          <span className="strong anywhere">{to}</span>
        ) : (
          <Link className="strong anywhere" href={paths.userDetails(subscriberId)}>
            {to}
          </Link>
        )}
        <span className="anywhere">{subject}</span>
        <span className="soft small">{t.kinds[kind]}</span>
      </div>
      <div className="admin-list__what">
        <div className="cluster">
          <StatusBadge tone={givenUp ? 'red' : 'amber'} word={givenUp ? t.givenUp.badge : t.waiting.badge} />
          {givenUp ? null : (
            <span className="small soft">{nextTry === null ? t.waiting.now : t.waiting.next(utcMinute(nextTry))}</span>
          )}
        </div>
        <p id={id}>{t.faults[fault]}</p>
        {answer === null ? null : (
          <p className="small soft">
            {t.answer}{' '}
            <code className="anywhere" dir="auto">
              {answer}
            </code>
          </p>
        )}
        {lastTried === null ? null : <p className="small soft">{t.tried(attempts, utcMinute(lastTried))}</p>}
      </div>
      {givenUp ? (
        <div>
          <RetryButton mail={mail} about={id} />
        </div>
      ) : null}
    </li>
  )
}

function RetryButton({ mail: { id, kind, to }, about }: { mail: Mail; about: string }) {
  const words = t.givenUp
  const [busy, setBusy] = useState(false)
  const refresh = useRefresh()
  const toast = useToast()

  async function retry() {
    setBusy(true)
    try {
      await call('POST /api/v1/mails/retry/{id}', { path: { id }, body: {} })
      toast({ tone: 'success', message: words.done(to) })
    } catch (error) {
      const gone = error instanceof ApiError && error.status === 404
      toast({ tone: 'error', message: gone ? words.gone : messageOf(error, words.failed) })
    }
    await refresh()
    setBusy(false)
  }

  return (
    <Button
      size="small"
      variant="quiet"
      busy={busy}
      busyLabel={words.retrying}
      aria-label={busy ? undefined : words.retryLabel(t.kinds[kind], to)}
      aria-describedby={about}
      onClick={() => void retry()}
    >
      {words.retry}
    </Button>
  )
}
