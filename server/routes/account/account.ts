import { refuse } from '../../../contract/errors.ts'
import { correctDetails } from '../../actions/accounts/correct-details.ts'
import { exportAccount } from '../../actions/accounts/export-account.ts'
import { askAboutOrder } from '../../actions/billing/reconcile/ask-about-order.ts'
import { isTemporary, type Payments } from '../../adapters/payments/port.ts'
import { planIn } from '../../catalogue.ts'
import { languageFor } from '../../http/language.ts'
import type { Call, Handlers } from '../../http/calls/contract-routes.ts'
import type { Visitors } from '../../http/session/visitor.ts'
import type { AppContext } from '../../context.ts'
import { findOrder } from '../../store/billing/orders.ts'
import { invoiceOfPurchase } from '../../store/billing/payments.ts'
import { endSessionsOf } from '../../store/accounts/sessions.ts'
import { withdrawOwnEmailChange } from '../../store/subscribers/email-changes.ts'
import type { Language } from '../../../domain/language.ts'
import type { PageShell } from '../../../platform/page.ts'
import { sendDataPage } from './data-page.ts'
import { createInvoices } from '../admin/people/invoices.ts'
import { viewOrderState, viewOwnSubscriber } from './subscription-view.ts'
import { isoDay } from '../../../domain/calendar.ts'

/** Handles the calls of signed-in people about their own data. Refuses another person's with 404. */
export function accountHandlers(
  context: AppContext,
  payments: Payments,
  visitors: Visitors,
  shell: (language: Language) => PageShell,
  partsOf: (subscriberId: string) => Promise<{ devices: object[]; apiKeys: object[] }>,
) {
  const subscriberOf = ({ visitor }: Call) => visitor.signedIn?.subscriberId ?? refuse('NOT_FOUND')

  const invoicesOf = createInvoices(context.db, payments)

  return {
    async 'GET /api/v1/account/invoices'(_input, { visitor }) {
      const { subscriberId } = visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
      if (subscriberId === null) return []
      await context.requireRoom('providerCallPerPerson', subscriberId)
      return invoicesOf(subscriberId)
    },

    async 'POST /api/v1/account/details'({ body }, { visitor }) {
      const { subscriberId } = visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
      const id = subscriberId ?? refuse('NOT_FOUND')
      await context.requireRoom('profileChangePerPerson', id)
      return viewOwnSubscriber(await correctDetails(context, id, body))
    },

    async 'GET /api/v1/orders/{id}'({ path }, call) {
      const order = await findOrder(context.db, path.id)
      if (order?.subscriber_id !== subscriberOf(call)) refuse('NOT_FOUND')
      // Also for one that was closed here, because its buyer may have paid a moment before.
      if (order.state !== 'paid') {
        // The provider's message may be on its way, or lost, so the provider is asked.
        await askAboutOrder(context, payments, order).catch((error: unknown) => {
          const fault = payments.faultOf(error)
          if (fault.kind === 'own') throw error
          // The page keeps waiting, and the order is checked again every hour.
          if (!isTemporary(fault))
            call.request.log.warn({ order: order.id, reason: fault.sentence }, 'an order could not be read')
        })
      }
      const now = (await findOrder(context.db, order.id)) ?? order
      const { name, title } = planIn(context.catalogue, now.terms, languageFor(call.request))
      const { subscription_id: subscription } = now
      const invoiceNumber = now.started ? await invoiceOfPurchase(context.db, now) : null
      const bought = now.started ? { plan: { name, title }, subscription, invoiceNumber } : null
      return { state: viewOrderState(now), bought }
    },

    async 'GET /api/v1/account/export'({ query }, call) {
      const id = subscriberOf(call)
      const data = { ...(await exportAccount(context.db, id, context.now())), ...(await partsOf(id)) }
      if (query.format === 'html') return sendDataPage(call, shell, data)
      const name = `account-${isoDay(context.now())}.json`
      void call.reply.header('content-disposition', `attachment; filename="${name}"`)
      // Indented, because people read it too.
      return call.reply.type('application/json; charset=utf-8').send(JSON.stringify(data, null, 2)) as never
    },

    async 'POST /api/v1/account/sign-out-everywhere'(_input, { visitor, reply }) {
      const { issuer, subject } = visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
      // Including those at the provider: a remaining one would sign its browser in again silently.
      await context.db.transaction().execute(async (db) => {
        await context.idp.signOut(db, subject)
        await endSessionsOf(db, issuer, subject, null)
        await withdrawOwnEmailChange(db, issuer, subject)
      })
      visitors.clearSession(reply)
      void reply.header('clear-site-data', '"storage"')
    },
  } satisfies Partial<Handlers>
}
