import { emailKey } from '../../../platform/email-key.ts'
import { listLimits } from '../../../domain/limits.ts'
import { majorUnits } from '../../../domain/catalogue/plan.ts'
import type { PersonColumns } from '../../../domain/person/fields.ts'
import { viewPerson } from '../../../domain/person/person.ts'
import { historyOf } from '../../store/admin/history.ts'
import { ordersOf } from '../../store/billing/orders.ts'
import { paymentsOf } from '../../store/billing/payments.ts'
import { birthDateRequestsOf } from '../../store/screening/birth-dates.ts'
import { acceptancesOf, checksOf } from '../../store/screening/records.ts'
import { accountsOf } from '../../store/accounts/accounts.ts'
import { sessionsOf } from '../../store/accounts/sessions.ts'
import { activityOf, type ActivityRow, type KeptMail, type ActivityAct } from '../../store/subscribers/activity.ts'
import { newEmailOf } from '../../store/subscribers/email-changes.ts'
import { findSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import { subscriptionsOf } from '../../store/subscriptions/subscriptions.ts'
import type { PlanTerms } from '../../../domain/subscription/subscription.ts'
import type { Db } from '../../store/tables.ts'

/**
 * Returns the data about a person to which they are entitled. What screening found, and which member of staff wrote
 * what, is the vendor's own record. test/spec/accounts/data-export.test.ts lists every table.
 */
export async function exportAccount(db: Db, subscriberId: string, now: Date): Promise<Record<string, unknown>> {
  const subscriber = await findSubscriber(db, subscriberId)
  const subscriptions = await subscriptionsOf(db, subscriberId)
  const asked = (await birthDateRequestsOf(db, [subscriberId])).get(subscriberId)
  const own = new Set([subscriber?.email ?? '', ...(subscriber?.earlier_emails ?? [])].map(emailKey))
  return {
    profile: subscriber && {
      ...profileOf(subscriber),
      newEmail: await newEmailOf(db, subscriberId, now),
      ...(asked ? { birthDateAsked: asked.asked_at, birthDate: asked.birth_date } : {}),
    },
    orders: (await ordersOf(db, subscriberId)).map(({ terms, state, created_at: placed }) => ({
      plan: { name: terms.name, title: terms.title },
      state,
      placed,
    })),
    accounts: (await accountsOf(db, subscriberId)).map(({ issuer, subject }) => ({ issuer, subject })),
    sessions: await sessionsOf(db, subscriberId),
    screening: (await checksOf(db, subscriberId, null, listLimits.countMax)).map(
      ({ at, occasion, outcome, ...check }) => ({
        at,
        occasion: occasion === 'checkout' ? 'order' : occasion,
        outcome: outcomes[outcome],
        // Before the registration that holds, another person may have entered this address.
        ...(subscriber && at >= subscriber.registered_at && { profile: check.person }),
        ...(check.birth_date === null ? {} : { birthDate: check.birth_date }),
      }),
    ),
    // What administrators did is the vendor’s own record.
    activity: (await activityOf(db, subscriberId, null, listLimits.countMax))
      // An email to an unconfirmed address would reveal whether it has an account.
      .filter(({ kind, data }) => kind !== 'mail' || own.has(emailKey((data as KeptMail).to)))
      .flatMap(viewActivity),
    accepted: await acceptancesOf(db, subscriberId),
    subscriptions: await Promise.all(
      subscriptions.map(async ({ id, plan, status, createdDate, startDate, endDate, renewal }) => ({
        plan: viewTerms(plan),
        status,
        createdDate,
        startDate,
        endDate,
        renewal,
        payments: (await paymentsOf(db, id)).map(({ kind, state, amount, currency, at, invoice_number: invoice }) => ({
          kind,
          state,
          amount: majorUnits(amount, currency),
          currency,
          at,
          invoice,
        })),
        history: ((await historyOf(db, id)) ?? []).map(({ type, at, data }) => ({
          type,
          at,
          ...(data.endDate ? { endDate: data.endDate } : {}),
        })),
      })),
    ),
  }
}

/** In major units, like every amount here. */
const viewTerms = ({ priceMinor, ...terms }: PlanTerms) => ({
  ...terms,
  price: majorUnits(priceMinor, terms.currency),
})

/** Columns that are the vendor's own record of a person, or a secret. */
type NotTheirs =
  | 'id'
  | 'email_key'
  | 'dpl_status'
  | 'denied_country'
  | 'registration'
  | 'registered_in'
  | 'payment_customer'
  | 'review_since'
  | 'approval_withdrawn_at'
  | 'correction_since'

/** The columns other than the person's fields in the copy. A new column must be listed here or in `NotTheirs`. */
const profile: Record<
  Exclude<keyof Subscriber, keyof PersonColumns | NotTheirs>,
  (of: Subscriber) => Record<string, unknown>
> = {
  correction: ({ correction }) => (correction ? { correction: correction.details } : {}),
  billing_address: (of) => ({ invoiceAddress: of.billing_address }),
  vat_id: (of) => ({ vatId: of.vat_id }),
  earlier_emails: (of) => ({ earlierEmails: of.earlier_emails }),
  erasure_requested_at: (of) => ({ erasureRequested: of.erasure_requested_at }),
  language: ({ language }) => ({ language }),
  registered_at: (of) => ({ registered: of.registered_at }),
  email_verified_at: (of) => ({ emailConfirmed: of.email_verified_at }),
  reminders_stopped_at: ({ reminders_stopped_at: at }) => ({ reminders: at === null, remindersStopped: at }),
}

function profileOf(subscriber: Subscriber): Record<string, unknown> {
  const parts = Object.values(profile).map((part) => part(subscriber))
  return Object.assign({}, viewPerson(subscriber), ...parts) as Record<string, unknown>
}

function viewActivity({ kind, at, by, data }: ActivityRow): object[] {
  if (kind === 'mail') {
    const { to, subject, text } = data as KeptMail
    return [{ kind: 'email', at, to, subject, ...(text === undefined ? {} : { text }) }]
  }
  if (kind === 'act' && by === null) {
    const { act, email, device } = data as ActivityAct
    return [{ kind: act, at, ...(email === undefined ? {} : { email }), ...(device === undefined ? {} : { device }) }]
  }
  return kind === 'sign-in' || kind === 'download' ? [{ kind, at, ...data }] : []
}

/** In the terms of the account page. */
const outcomes = { PASS: 'approved', PENDING: 'pending', FAIL: 'not-approved' } as const
