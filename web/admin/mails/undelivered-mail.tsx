import { useId } from 'react'
import { actDialogWords } from '#words/admin/people/acts.ts'
import { mailsWords as t } from '#words/admin/settings/mails.ts'
import { utcMinute } from '../../../i18n/calendar-words.ts'
import type { Output } from '../../../contract/contract.ts'
import { paths } from '../../../contract/screens.ts'
import { call } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/links/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useActNow } from '../use-act-now.ts'
import { useIsSelf } from '../use-role.ts'

type Mail = Output<'GET /api/v1/mails/undelivered'>[number]

/** An email that could not be sent: its recipient, subject and cause, and the acts on it. */
export function UndeliveredMail({ mail }: { mail: Mail }) {
  const { to, kind, subject, subscriberId, attempts, lastTried, state, nextTry, fault, answer } = mail
  const id = useId()
  const isOwn = useIsSelf()
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
      {!givenUp ? null : subscriberId !== null && isOwn({ id: subscriberId, email: to }) ? (
        <p className="small soft">{actDialogWords.own}</p>
      ) : (
        <div>
          <RetryButton mail={mail} about={id} />
        </div>
      )}
    </li>
  )
}

function RetryButton({ mail: { id, kind, to }, about }: { mail: Mail; about: string }) {
  const words = t.givenUp
  const { busy, actNow } = useActNow()

  const retry = () =>
    actNow(() => call('POST /api/v1/mails/retry/{id}', { path: { id }, body: {} }), { ...words, done: words.done(to) })

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
