import { useId, useState } from 'react'
import type { Output } from '../../../contract/contract.ts'
import { utcMinute } from '../../../i18n/calendar-words.ts'
import { queueWords } from '#words/admin/queue.ts'
import { call } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useAdminPages } from '../admin-pages.ts'
import { ListSection } from '../lists/list-section.tsx'
import { useActNow } from '../use-act-now.ts'
import { useKeptFocus } from '../lists/use-kept-focus.ts'
import { useLanding } from '../lists/use-landing.ts'
import { ConfirmDialog } from '../user/dialogs/confirm-dialog.tsx'

const t = queueWords.jobs
type Job = Output<'GET /api/v1/jobs/failed'>[number]

/** How often, in ms, the page refreshes, because a retry may have succeeded. */
const every = 5000

/**
 * Lists background jobs that failed, oldest first. Each can be retried, or marked as resolved once the server has given
 * it up.
 */
export function FailedJobs() {
  const query = useAdminPages('GET /api/v1/jobs/failed', {}, () => every)
  const [resolving, setResolving] = useState<Job | null>(null)
  const heading = useLanding(resolving !== null)
  const within = useKeptFocus(query.data, heading)
  return (
    <ListSection
      query={query}
      words={t}
      headingRef={heading}
      within={within}
      renderLine={(job) => <JobLine key={job.id} job={job} resolve={() => setResolving(job)} />}
    >
      {resolving ? (
        <ConfirmDialog
          words={{ ...t.resolve, confirm: t.resolve.button }}
          text={t.resolve.text}
          act={() => call('POST /api/v1/jobs/resolve/{id}', { path: { id: resolving.id }, body: {} })}
          onClose={() => setResolving(null)}
        />
      ) : null}
    </ListSection>
  )
}

function JobLine({ job, resolve }: { job: Job; resolve: () => void }) {
  const { id, kind, created, attempts, lastTried, nextTry, state, cause } = job
  const { busy, actNow } = useActNow()
  const about = useId()

  const retry = () =>
    actNow(() => call('POST /api/v1/jobs/retry/{id}', { path: { id }, body: {} }), {
      done: t.retried,
      failed: t.retryFailed,
    })

  return (
    <li>
      <div className="admin-list__who">
        <span className="strong">{t.kinds[kind]}</span>
        <span className="soft small">{t.created(utcMinute(created))}</span>
      </div>
      <div className="admin-list__what">
        <div className="cluster">
          <StatusBadge
            tone={state === 'given-up' ? 'red' : 'amber'}
            word={state === 'given-up' ? t.givenUp : t.waiting}
          />
          {nextTry === null ? null : <span className="small soft">{t.next(utcMinute(nextTry))}</span>}
        </div>
        <p id={about}>
          <code className="anywhere" dir="auto">
            {cause}
          </code>
        </p>
        {lastTried === null ? null : <p className="small soft">{t.tried(attempts, utcMinute(lastTried))}</p>}
      </div>
      <div className="cluster">
        <Button size="small" variant="quiet" busy={busy} aria-describedby={about} onClick={() => void retry()}>
          {t.retry}
        </Button>
        {state === 'given-up' ? (
          <Button size="small" variant="quiet" aria-describedby={about} onClick={resolve}>
            {t.resolve.button}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
