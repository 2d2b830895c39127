import type { Input } from '../../../../contract/contract.ts'
import { refuse } from '../../../../contract/errors.ts'
import { acts, bulkReasonActOf, reasonActs, type ReasonAct, type Wire } from '../../../../domain/subscription/acts.ts'
import type { Subscription } from '../../../../domain/subscription/subscription.ts'
import { refundPayment } from '../../../actions/billing/refund-payment.ts'
import { runAdminCommand, type AdminAct, type DaysLater } from '../../../actions/subscriptions/admin-command.ts'
import type { Payments } from '../../../adapters/payments/port.ts'
import type { AppContext } from '../../../context.ts'
import type { Call, Handlers } from '../../../http/calls/contract-routes.ts'
import { wordsFor } from '../../../http/language.ts'
import { historyOf } from '../../../store/admin/history.ts'
import type { Subscriber } from '../../../store/subscribers/subscribers.ts'
import { readPaymentView } from '../../account/payment-view.ts'
import { viewEvent, viewForAdmin } from '../../account/subscription-view.ts'
import { administratorOf } from '../../caller.ts'
import { forEach } from './bulk.ts'
import { readRefundable } from './refundable.ts'

type ReasonRows = `POST /api/v1/subscriptions/${Wire<ReasonAct>}/{id}`

type BulkBody = Input<'POST /api/v1/subscriptions/bulk'>['body']

/** Returns a subscription after an administrator's act. */
export async function viewAfterAct(
  context: AppContext,
  { linkTo }: Pick<Payments, 'linkTo'>,
  { subscription, subscriber }: { subscription: Subscription; subscriber: Subscriber },
) {
  return viewForAdmin(subscription, subscriber, await readPaymentView(context, subscription, 'administrator', linkTo))
}

/** An administrator's acts on a subscription, and its history. */
export function subscriptionActHandlers(context: AppContext, payments: Payments) {
  async function act(id: string, wanted: Omit<AdminAct, 'by'>, call: Call, seen?: Date | null) {
    const administrator = administratorOf(call)
    const command = { ...wanted, by: administrator.email } as AdminAct
    return viewAfterAct(context, payments, await runAdminCommand(context, id, command, administrator, { seen }))
  }

  const reasonHandlers = Object.fromEntries(
    reasonActs.map((kind) => [
      `POST /api/v1/subscriptions/${acts[kind].wire}/{id}`,
      ({ path, body }: Input<ReasonRows>, call: Call) => act(path.id, { kind, ...body }, call),
    ]),
  ) as Handlers<ReasonRows>

  return {
    async 'GET /api/v1/subscriptions/events/{id}'({ path }, { request }) {
      const t = wordsFor(request)
      const events = await historyOf(context.db, path.id)
      return (events ?? refuse('NOT_FOUND')).map((event) => viewEvent(event, t))
    },

    ...reasonHandlers,

    'POST /api/v1/subscriptions/extend/{id}': ({ path, body: { seen, ...body } }, call) =>
      act(path.id, { kind: 'extend', ...body }, call, seen),

    'POST /api/v1/subscriptions/bulk': ({ body }, call) =>
      forEach(body.ids, call, (id) =>
        runAdminCommand(context, id, actOf(body, call), administratorOf(call), { shown: body.shown?.[id] }),
      ),

    'GET /api/v1/subscriptions/refundable/{id}': ({ path, query }) =>
      readRefundable(context, payments, path.id, query.include === 'cards'),

    async 'POST /api/v1/subscriptions/refund/{id}'({ path, body }, call) {
      const { amount = null, invoice = null, comment, cancel } = body
      if (cancel && body.then !== undefined && body.then !== 'end')
        refuse('INVALID_INPUT', [{ field: 'cancel', fault: { code: 'invalidValue' } }])
      const request = { amount, invoice, comment, outcome: body.then ?? (cancel ? ('end' as const) : null) }
      const outcomeField = body.then === undefined ? 'cancel' : 'then'
      const by = administratorOf(call)
      const refunded = await refundPayment(context, payments, path.id, { ...request, outcomeField }, by)
      return viewAfterAct(context, payments, refunded)
    },
  } satisfies Partial<Handlers>
}

function actOf(body: BulkBody, call: Call): AdminAct | DaysLater {
  const { comment } = body
  const by = administratorOf(call).email
  switch (body.action) {
    case 'extend':
      return { kind: 'extend', endDate: body.endDate, comment, by }
    case 'extend-by':
      return { kind: 'extend-by', days: body.days, comment, by }
    default:
      return { kind: bulkReasonActOf(body.action), comment, by }
  }
}
