import type {
  AdministratorAddressesTable,
  AuditTable,
  BrandChangesTable,
  UserListRowsTable,
  FigureCountsTable,
  FigureMovementsTable,
  FigureStateTable,
  SavedViewsTable,
} from './tables/admin.ts'
import type { PaymentIssuesTable, PaymentsTable, SentNoticesTable } from './tables/billing.ts'
import type { ClockTable, JobsTable, MessagesTable, RateLimitsTable } from './tables/jobs.ts'
import type {
  AcceptancesTable,
  AccountsTable,
  ActivitiesTable,
  EmailChangesTable,
  EmailRestoresTable,
  SealedRecordsTable,
  SessionsTable,
  SubscribersTable,
  TrialHistoryTable,
  TrialTokensTable,
} from './tables/people.ts'
import type {
  BirthDateRequestsTable,
  ClearedDomainsTable,
  FirstApprovalsTable,
  ScreeningChecksTable,
  ScreeningExceptionsTable,
  ScreeningFaultsTable,
  ScreeningListAlarmsTable,
  ScreeningListsTable,
  ScreeningRunsTable,
} from './tables/screening.ts'
import type { EventsTable, OrdersTable, SubscriptionsTable } from './tables/subscriptions.ts'
import type { Kysely, Transaction } from 'kysely'

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
  messages: MessagesTable
  orders: OrdersTable
  payment_issues: PaymentIssuesTable
  payments: PaymentsTable
  sent_notices: SentNoticesTable
  user_list_rows: UserListRowsTable
  first_approvals: FirstApprovalsTable
  birth_date_requests: BirthDateRequestsTable
  screening_exceptions: ScreeningExceptionsTable
  cleared_domains: ClearedDomainsTable
  audit: AuditTable
  administrator_addresses: AdministratorAddressesTable
  saved_views: SavedViewsTable
  brand_changes: BrandChangesTable
  activities: ActivitiesTable
  email_changes: EmailChangesTable
  email_restores: EmailRestoresTable
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
/** For functions that must run inside a transaction of their caller. */
export type Trx = Transaction<Tables>
