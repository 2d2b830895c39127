import type { Input, Output } from '../../../contract/contract.ts'
import { lostDaysDetail } from '../../../domain/billing/lost-days.ts'
import { disputeLost, type PaymentIssueKind } from '../../../domain/billing/payments/payment-issues.ts'
import type { ServerWords } from '../../../i18n/server-words.ts'
import { resolvePaymentIssue, retryPaymentIssue } from '../../actions/billing/resolve-issue.ts'
import type { Payments } from '../../adapters/payments/port.ts'
import type { Call, Handlers } from '../../http/calls/contract-routes.ts'
import { paginateByTime } from '../../http/calls/pagination.ts'
import { wordsFor } from '../../http/language.ts'
import type { AppContext } from '../../context.ts'
import { openIssues, type OpenIssue } from '../../store/billing/payment-issues.ts'
import { administratorOf } from '../caller.ts'

type Decision = { path: { id: string }; body: { comment: string } }

/** Handles the calls about payment issues. */
export function paymentIssueHandlers(context: AppContext, payments: Pick<Payments, 'linkTo'>) {
  const list = async ({ query }: Input<'GET /api/v1/payment-issues'>, call: Call) => {
    const { paymentIssues: t } = wordsFor(call.request)
    const issues = await paginateByTime(
      query,
      call,
      'payment issues',
      (after, limit) => openIssues(context.db, after, limit),
      ({ since, id }) => ({ at: since, id }),
    )
    return issues.map((issue) => viewIssue(issue, payments, t))
  }
  const retry = async ({ path, body: { comment } }: Decision, call: Call) => {
    await retryPaymentIssue(context, path.id, { by: administratorOf(call), comment })
    return {}
  }
  const resolve = async ({ path, body: { comment } }: Decision, call: Call) => {
    await resolvePaymentIssue(context, path.id, { by: administratorOf(call), comment })
    return undefined
  }

  return {
    'GET /api/v1/payment-issues': list,
    'POST /api/v1/payment-issues/retry/{id}': retry,
    'POST /api/v1/payment-issues/resolve/{id}': resolve,
  } satisfies Partial<Handlers>
}

function viewIssue(
  issue: OpenIssue,
  { linkTo }: Pick<Payments, 'linkTo'>,
  t: ServerWords['paymentIssues'],
): Output<'GET /api/v1/payment-issues'>[number] {
  const { subscription_id: subscription, subscriber_id: subscriber, terms, email, provider_object: object } = issue
  const kind = issue.kind as PaymentIssueKind
  return {
    id: issue.id,
    kind,
    since: issue.since.toISOString(),
    subscriber: subscriber && email ? { id: subscriber, email } : null,
    subscription: subscription && terms ? { id: subscription, plan: terms.title } : null,
    detail: textOf(kind, issue.detail, t),
    retryable: issue.retryable,
    providerUrl: object ? linkTo(object) : null,
  }
}

function textOf(kind: PaymentIssueKind, detail: string | null, t: ServerWords['paymentIssues']): string {
  if (kind === 'payment-disputed' && detail === disputeLost) return t.disputeLost
  return [t.kinds[kind], ...(detail ? [detailOf(kind, detail, t)] : [])].join(' ')
}

/** Returns the detail of an issue as a sentence: the provider's own, or one in the administrator's language. */
function detailOf(kind: PaymentIssueKind, detail: string, t: ServerWords['paymentIssues']): string {
  if (kind === 'quantity') return t.quantity(detail)
  if (kind === 'other-items') return t.otherItems(Number(detail))
  if (kind === 'payment-inquiry') return t.answerBy(detail)
  if (kind !== 'paid-days-lost') return t.answer(detail)
  const { days, plan } = lostDaysDetail.parse(JSON.parse(detail))
  return t.lostDays(days, plan)
}
