import { useId, useState } from 'react'
import type { Output } from '../../../contract/contract.ts'
import { paths } from '../../../contract/screens.ts'
import { actDialogWords } from '#words/admin/people/acts.ts'
import { reviewWords } from '#words/admin/screening/reviews.ts'
import { call } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/links/link.tsx'
import { useAdminPages } from '../admin-pages.ts'
import { ListSection } from '../lists/list-section.tsx'
import { Moment } from '../moment.tsx'
import { PaymentProviderLink } from './payment-provider-link.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useIsSelf } from '../use-role.ts'
import { useLanding } from '../lists/use-landing.ts'

const t = reviewWords.paymentIssues
type PaymentIssue = Output<'GET /api/v1/payment-issues'>[number]
type IssueAct = { kind: 'retry' | 'resolve'; issue: PaymentIssue }

/** Payments that need an administrator, oldest first: each is retried or marked as resolved, with a comment. */
export function PaymentIssues() {
  const query = useAdminPages('GET /api/v1/payment-issues')
  const [answer, setAnswer] = useState<IssueAct | null>(null)
  const heading = useLanding(answer !== null)
  return (
    <ListSection
      query={query}
      words={t}
      help="payment-issues"
      headingRef={heading}
      renderLine={(issue) => <IssueLine key={issue.id} issue={issue} onAnswer={(kind) => setAnswer({ kind, issue })} />}
    >
      {answer ? <AnswerDialog answer={answer} onClose={() => setAnswer(null)} /> : null}
    </ListSection>
  )
}

function AnswerDialog({ answer: { kind, issue }, onClose }: { answer: IssueAct; onClose: () => void }) {
  const words = t[kind]

  function act(comment: string) {
    const input = { path: { id: issue.id }, body: { comment } }
    return kind === 'retry'
      ? call('POST /api/v1/payment-issues/retry/{id}', input)
      : call('POST /api/v1/payment-issues/resolve/{id}', input)
  }

  return (
    <ReasonDialog
      title={words.title}
      words={{ ...words, confirm: words.button }}
      draft={`${kind} ${issue.id}`}
      text={
        <div className="stack stack--tight">
          <p className="strong anywhere">{issue.detail}</p>
          <p>{words.text}</p>
        </div>
      }
      label={t.comment}
      act={act}
      done={() => words.done}
      onClose={onClose}
    />
  )
}

function IssueLine({ issue, onAnswer }: { issue: PaymentIssue; onAnswer: (kind: IssueAct['kind']) => void }) {
  const { since, subscription, subscriber, detail, retryable, providerUrl } = issue
  const id = useId()
  const isSelf = useIsSelf()
  return (
    <li>
      <div className="admin-list__who">
        {subscriber ? (
          <Link className="strong anywhere" href={paths.userDetails(subscriber.id)}>
            {subscriber.email}
          </Link>
        ) : (
          <span className="soft">{subscription ? t.erasedSubscriber : t.noSubscriber}</span>
        )}
        {subscription ? <span className="anywhere">{subscription.plan}</span> : null}
        <span className="soft small">
          {t.since} <Moment at={since} />
        </span>
      </div>
      <div className="admin-list__what">
        <p id={id}>{detail}</p>
        <PaymentProviderLink url={providerUrl} />
      </div>
      {subscriber && isSelf(subscriber) ? (
        <p className="small soft">{actDialogWords.own}</p>
      ) : (
        <div className="cluster">
          {retryable ? (
            <Button size="small" aria-describedby={id} onClick={() => onAnswer('retry')}>
              {t.retry.button}
            </Button>
          ) : null}
          <Button size="small" variant="quiet" aria-describedby={id} onClick={() => onAnswer('resolve')}>
            {t.resolve.button}
          </Button>
        </div>
      )}
    </li>
  )
}
