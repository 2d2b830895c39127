import type { ColumnType, Generated, GeneratedAlways, Kysely, Transaction } from 'kysely'
import type { Details } from '../../domain/registration/details.ts'
import type { BillingAddress } from '../../domain/registration/invoice-details.ts'
import type { PaymentState } from '../../domain/billing/billing-news.ts'
import type { PlanTerms, Renewal, SubscriptionStatus } from '../../domain/subscription/subscription.ts'
import type { ListFinding } from '../../domain/screening/list-findings.ts'
import type { DplStatus, Reason } from '../../domain/screening/screening.ts'
import type { Language } from '../../domain/language.ts'
import type { MovementKind } from '../../domain/figures/movements.ts'
import type { BillingTask } from './billing/billing-tasks.ts'
import type { SubscriptionType } from '../../domain/catalogue/plan.ts'

export type PaymentKind = 'charge' | 'failure' | 'refund' | 'credit' | 'dispute'

/** Corrected details that are not in force yet. A new correction has a new id. */
export type WaitingCorrection = { id: string; details: Details }

type Json<T> = ColumnType<T, string, string>

export type SubscribersTable = {
  id: string
  email: string
  /** The address without case and with its domain in ASCII: one person has one. */
  email_key: string
  first_name: string
  last_name: string
  company: string
  country: string
  state: string | null
  phone_country_code: string | null
  phone_number: string | null
  job_title: string | null
  industry: string | null
  dpl_status: DplStatus
  denied_country: boolean
  email_verified_at: Date | null
  registered_at: Date
  /** In which language mails to the person are written. */
  language: Language
  /** While the address is unconfirmed: the registration that the activation link names, and the hash of the browser's cookie it came with. */
  registration: Generated<string | null>
  registered_in: Generated<string | null>
  /** Who the person is at the payment provider. */
  payment_customer: Generated<string | null>
  /** Since when somebody in the admin area is to look; null when nobody is. */
  review_since: Generated<Date | null>
  /** A correction that waits for review, and since when one does; both null where none waits. */
  correction: Generated<WaitingCorrection | null>
  correction_since: Generated<Date | null>
  /** When the person said that they want no reminders. */
  reminders_stopped_at: Generated<Date | null>
  /** Addresses the person had before, as they were written. */
  earlier_emails: Generated<string[]>
  /** The address that invoices name, and the VAT id, as the person gave them here; null where they gave none. */
  billing_address: Generated<BillingAddress | null>
  /** Empty where they removed the one they had given. */
  vat_id: Generated<string | null>
  /** When the person asked to be erased; null where they did not. */
  erasure_requested_at: Generated<Date | null>
}

/** A new address that its owner has not proved yet. */
export type EmailChangesTable = {
  subscriber_id: string
  email: string
  token_hash: string
  /** The administrator's address; null where the person asked. */
  requested_by: string | null
  requested_at: Date
  expires_at: Date
}

/** What the timeline of a person shows beside events, payments, checks and acts. An email has the id of its job. */
export type ActivitiesTable = {
  id: string
  subscriber_id: string
  at: Date
  kind: 'mail' | 'sign-in' | 'download' | 'act'
  /** The administrator's address; null where the person did it, or the system. */
  by: string | null
  data: Json<Record<string, unknown>>
}

export type AccountsTable = {
  id: string
  issuer: string
  subject: string
  subscriber_id: string | null
  email: string
  first_name: string
  last_name: string
  role: string | null
}

export type SessionsTable = {
  /** SHA-256 of the cookie's value. */
  id: string
  account_id: string
  /** The provider's own session, for back-channel sign-out. */
  provider_session: string | null
  id_token: string
  created_at: Date
  seen_at: Date
  /** When the person signed in at the issuer, which may be before this session; null where the issuer does not say. */
  auth_time: Date | null
  /** How strongly they signed in, as the issuer names it, and by which methods. */
  acr: string | null
  amr: ColumnType<string[], string[] | undefined>
  /** What the browser called itself at the sign-in. */
  browser: Generated<string | null>
}

/** domain/subscription/subscription.ts' `Subscription`, column by column. */
export type SubscriptionsTable = {
  id: string
  /** Null once the person is erased. */
  subscriber_id: string | null
  terms: Json<PlanTerms>
  /** These three are read out of the terms by the database. */
  plan: GeneratedAlways<string>
  product: GeneratedAlways<string>
  type: GeneratedAlways<SubscriptionType>
  status: SubscriptionStatus
  created_at: Date
  start_date: Date | null
  end_date: Date | null
  held_since: Date | null
  renewal: Renewal
  paid_until: Date | null
  payment: string | null
  latest_comment: string | null
  /** What the provider last said of its side. Kept beside the state, which events alone change. */
  provider_subscription: Generated<string | null>
  provider_period_end: Generated<Date | null>
  provider_ended_at: Generated<Date | null>
  provider_charging: Generated<'on' | 'paused' | 'off' | null>
  /** Something of it was paid back, or is about to be. */
  paid_back: Generated<boolean>
  /** When the provider was last asked about it, and when its payments were last read. */
  asked_at: Generated<Date | null>
  payments_read_at: Generated<Date | null>
  /** The last day granted on top of what was paid for. */
  granted_until: Date | null
  billing_price: Generated<string | null>
  /** The end of the latest period that was voided while renewal was stopped or the person on hold. */
  withheld_until: Generated<Date | null>
  /** The end of the latest period that was still owed when renewal was stopped. */
  owed_until: Generated<Date | null>
  disputed: Generated<boolean>
  payment_state: Generated<PaymentState | null>
  next_charge_at: Generated<Date | null>
  /** In minor units of `next_currency`, after tax, discount and credit. */
  next_amount: Generated<number | null>
  /** What a discount and the customer's credit have taken off it. */
  next_discount: Generated<number | null>
  next_credit: Generated<number | null>
  next_currency: Generated<string | null>
  retry_at: Generated<Date | null>
  pay_url: Generated<string | null>
}

export type OrdersTable = {
  id: string
  subscriber_id: string | null
  /** The id its subscription will have. */
  subscription_id: string
  product: string
  terms: Json<PlanTerms>
  state: 'open' | 'closed' | 'paid'
  /** The provider's page to pay on; null until it has made one. */
  session: string | null
  address: string | null
  expires_at: Date | null
  created_at: Date
  asked_at: Date
  /** How many requests for its page were answered, with a page or an error. */
  answered: Generated<number>
}

/** A payment that an administrator has to look at. */
export type PaymentIssuesTable = {
  id: string
  subscription_id: string | null
  kind: string
  payment: string | null
  since: Date
  resolved_at: Generated<Date | null>
  resolved_by: Generated<string | null>
  comment: Generated<string | null>
  /** The provider's own sentence, where it refused something. */
  detail: Generated<string | null>
  /** The provider's id of what it is about. */
  provider_object: Generated<string | null>
  /** What a retry does; null where there is nothing to retry. */
  task: ColumnType<BillingTask | null, string | null | undefined, string | null>
  retried_at: Generated<Date | null>
}

/** Money that moved, or failed to: a charge, a failed charge, a refund, a credit, a dispute. Amounts in minor units. */
export type PaymentsTable = {
  id: string
  subscription_id: string
  kind: PaymentKind
  provider_id: string | null
  payment: string | null
  invoice: string | null
  invoice_number: string | null
  state: string
  amount: number
  tax: number | null
  currency: string
  period_start: Date | null
  period_end: Date | null
  at: Date
  comment: string | null
  by: string | null
}

/** Which notices went out about what (a due day, a card's expiry): each once. */
export type SentNoticesTable = { subscription_id: string; notice: string; about: string }

export type EventsTable = {
  subscription_id: string
  /** 1, 2, 3 … within the subscription. */
  number: number
  type: string
  at: Date
  added_by: string
  data: Json<unknown>
  /** Its place among all events; null until a reader finds it committed. */
  position: Generated<number | null>
}

export const jobKinds = ['email', 'billing', 'billing-event', 'erasure-log', 'rescreening'] as const
export type JobKind = (typeof jobKinds)[number]

/** Work that is done after the commit of the transaction that wrote it. */
export type JobsTable = {
  id: string
  kind: JobKind
  /** What it is about: a subscription, an object of the billing provider. */
  subject: string | null
  subscriber_id: string | null
  payload: Json<unknown>
  created_at: Date
  run_at: Date
  /** Since it was queued, or put back; a job that runs now counts. */
  attempts: Generated<number>
  /** How many attempts got an answer from the other party: an idempotency key is used again only when the answer was lost. */
  answered: Generated<number>
  leased_until: Generated<Date | null>
  /** A new one each time it is leased: what an earlier holder reports is ignored. */
  lease: Generated<string | null>
  /** Why the last attempt failed: an email's fault, an error's code, or a sentence. Fit to be shown to administrators. */
  last_error: Generated<string | null>
  /** What the other party said to the last attempt, fit to be shown. */
  answer: Generated<string | null>
  tried_at: Generated<Date | null>
  given_up_at: Generated<Date | null>
  /** Only jobs that are kept when they are done have it: a billing event that comes again is ignored. */
  done_at: Generated<Date | null>
  /** In the order in which they were written. */
  number: GeneratedAlways<number>
}

/** A list somebody was compared with: which edition. Checks of early versions know no date. */
export type ScreenedList = { name: string; hash: string; date?: string }

export type ScreeningThresholds = { hold: number; look: number; lookHolds?: boolean }

export type ScreeningChecksTable = {
  id: string
  subscriber_id: string
  at: Date
  occasion: string
  outcome: DplStatus
  lists: Json<ScreenedList[]>
  reasons: Json<Reason[]>
  decided_by: string
  comment: Generated<string | null>
  /** Those in force; null in rows of earlier versions and of decisions. */
  thresholds: ColumnType<ScreeningThresholds | null, string | null, string | null>
  /** When a check last found the same against the same lists, and how often since this one. */
  last_checked_at: Generated<Date | null>
  repeats: Generated<number>
}

export type AcceptancesTable = {
  id: string
  subscriber_id: string
  document: string
  version: string
  address: string
  accepted_at: Date
  from_address: string
}

export type TrialTokensTable = {
  hash: string
  /** Null for an address already known: such a token does nothing. */
  subscriber_id: string | null
  plan: string
  expires_at: Date
  used_at: Date | null
}

export type TrialHistoryTable = {
  /** A keyed hash of the address, so that the erased are remembered without being known. */
  address_hash: string
  product: string
}

export type RateLimitsTable = { key: string; window_start: Date; count: number }

export type ClockTable = { id: number; latest: Date }

/** A line of the admin area's list, kept equal to the view desk_source by the database's triggers. Text keys as desk_key() makes them. */
export type DeskRowsTable = {
  /** The subscription's id, or the subscriber's where there is none. */
  id: string
  subscriber_id: string
  /** Type and status in one number, see desk_bucket(); 0 for a subscriber without a subscription. */
  bucket: number
  /** Whether it is the first line of its subscriber. */
  is_first: boolean
  name_key: string
  email_key: string
  company_key: string
  industry_key: string
  comment_key: string
  /** `-infinity` where there is none. */
  start_date: Date
  end_date: Date
  search: string
  /** What the list is filtered by: `country:DE`, `plan:…`, `product:…`, `renews`, `stopped`, `unconfirmed`, `review`. */
  tags: string[]
  /** Cells as an export writes them: name, e-mail and company in one, with the commas between. */
  person_csv: string
  industry_csv: string
  comment_csv: string
}

/** What an administrator cleared somebody of: keys of reasons. */
/** The first of two approvals of a person who matches a list; `reasons` are the keys that it is for. */
export type FirstApprovalsTable = {
  subscriber_id: string
  by: string
  at: Date
  comment: string
  reasons: Json<string[]>
}

export type ScreeningExceptionsTable = { subscriber_id: string; reason: string; granted_by: string; granted_at: Date }

/** A domain that an administrator cleared for a company; `pair` is a keyed hash of both, so that it outlives the person. */
export type ClearedDomainsTable = { pair: string; cleared_by: string; cleared_at: Date }

/** What administrators did. `subscriber_id` goes once the person is erased. */
export type AuditTable = {
  id: string
  at: Date
  by: string
  act: string
  subscriber_id: string | null
  subscription_id: string | null
  /** Whose account it is about, by its subject at the built-in provider. */
  account: ColumnType<string | null, string | null | undefined>
  /** The network address that the act came from, for as long as activity is kept; null for the command line. */
  address: ColumnType<string | null, string | null | undefined>
  comment: ColumnType<string | null, string | null | undefined>
}

/** What must be kept of an erased person, sealed (sealed-records.ts), until its time is over. */
export type SealedRecordsTable = { id: string; kind: string; content: Json<unknown>; sealed_at: Date; keep_until: Date }

/**
 * A file that a list was read from. `modifiedAt` is the file's own time, in ms since 1970; `edition` what its publisher says of
 * it, which grows: a day or a highest number. Lists that were read before it was kept have none.
 */
export type ListedFile = {
  file: string
  hash: string
  rows: number
  size: number
  modifiedAt: number
  edition?: string
}

/** An edition of an official list. The one in force is not retired and has its files, one after the other, gzipped. */
export type ScreeningListsTable = {
  id: string
  name: string
  files: Json<ListedFile[]>
  hash: string
  /** The day of its newest file, `YYYY-MM-DD`. */
  date: string
  entries: number
  /** What administrators should know about it. Lists that an earlier version read have an English `note` instead. */
  finding: Json<ListFinding> | null
  note: Generated<string | null>
  read_at: Date
  /** Who took it although it looked wrong, and why. */
  accepted_by: string | null
  comment: string | null
  content: Buffer | null
  retired_at: Date | null
  /** When this edition was last current: at the time of its files, or when its publisher was last asked. Null in earlier rows. */
  confirmed_at: Date | null
  /** When its publisher was last asked; null where an operator puts the files into the folder. */
  fetched_at: Date | null
}

/** Which lists administrators were told are old; the row goes once the list is current again. */
export type ScreeningListAlarmsTable = { list: string; told_at: Date }

/** What is wrong in the lists' folder now. `hash` is empty where nothing could be read. */
export type ScreeningFaultsTable = {
  file: string
  hash: string
  kind: 'broken' | 'shrunk' | 'grown' | 'older' | 'cut' | 'gone'
  /** Null in a row of an earlier version, which has an English `sentence` instead. */
  finding: Json<ListFinding> | null
  sentence: Generated<string>
  at: Date
  accepted_by: Generated<string | null>
  comment: Generated<string | null>
}

/** Everybody screened again. `basis` stands for all that the result depends on; `reached` is the last person's id. */
export type ScreeningRunsTable = {
  id: string
  basis: string
  lists: Json<ScreenedList[]>
  began_at: Date
  ended_at: Date | null
  /** Ended because the lists changed once more. */
  superseded: Generated<boolean>
  reached: string | null
  total: number
  people: Generated<number>
  changed: Generated<number>
}

/** How MRR changed by day (domain/figures/movements.ts). `cohort` is the month in which the subscriptions first counted. */
export type FigureMovementsTable = {
  day: Date
  kind: MovementKind
  plan: string
  currency: string
  cohort: Date
  count: number
  amount: number
}

/** What is counted anew each time: trials by week, what falls due by day, refunds and disputes by month. */
export type FigureCountsTable = {
  figure: 'funnel' | 'outcome' | 'due' | 'returned'
  day: Date
  label: string
  currency: string
  count: number
  amount: number
}

/** One row: from which day on movements are computed again, and when they last were. */
export type FigureStateTable = { id: number; through: Date | null; computed_at: Date | null }

export type Tables = {
  subscribers: SubscribersTable
  accounts: AccountsTable
  sessions: SessionsTable
  subscriptions: SubscriptionsTable
  events: EventsTable
  jobs: JobsTable
  screening_checks: ScreeningChecksTable
  acceptances: AcceptancesTable
  trial_tokens: TrialTokensTable
  trial_history: TrialHistoryTable
  rate_limits: RateLimitsTable
  clock: ClockTable
  orders: OrdersTable
  payment_issues: PaymentIssuesTable
  payments: PaymentsTable
  sent_notices: SentNoticesTable
  desk_rows: DeskRowsTable
  first_approvals: FirstApprovalsTable
  screening_exceptions: ScreeningExceptionsTable
  cleared_domains: ClearedDomainsTable
  audit: AuditTable
  activities: ActivitiesTable
  email_changes: EmailChangesTable
  sealed_records: SealedRecordsTable
  screening_lists: ScreeningListsTable
  screening_list_alarms: ScreeningListAlarmsTable
  screening_faults: ScreeningFaultsTable
  screening_runs: ScreeningRunsTable
  figure_movements: FigureMovementsTable
  figure_counts: FigureCountsTable
  figure_state: FigureStateTable
}

export type Db = Kysely<Tables>
/** Where a function must stand inside somebody's transaction. */
export type Trx = Transaction<Tables>
