import type { AuditedChange, AuditedErasure, AuditedRefund } from '../../../domain/audit.ts'
import type { MovementKind } from '../../../domain/figures/movements.ts'
import type { BrandOverrides } from '../../../domain/catalogue/brand-values.ts'
import type { ColumnType } from 'kysely'

/** A line of the admin area's list, kept equal to the view user_list_source by the database's triggers. Text keys as search_key() makes them. */
export type UserListRowsTable = {
  /** The subscription's id, or the subscriber's where there is none. */
  id: string
  subscriber_id: string
  /** Type and status in one number, see user_list_bucket(); 0 for a subscriber without a subscription. */
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
  country: string
  plan: string | null
  /** What the list is filtered by: `country:DE`, `plan:…`, `product:…`, `renews`, `stopped`, `unconfirmed`, `review`. */
  tags: string[]
  /** Cells as an export writes them: name, email and company in one, with the commas between. */
  person_csv: string
  industry_csv: string
  comment_csv: string
}

/** What administrators did. `subscriber_id` goes once the person is erased. */
export type AuditTable = {
  id: string
  at: Date
  by: string
  act: string
  subscriber_id: string | null
  subscription_id: string | null
  /** The subject of the account concerned, at the built-in provider. */
  account: ColumnType<string | null, string | null | undefined>
  /** The network address that the act came from, for as long as activity is kept; null for the command line. */
  address: ColumnType<string | null, string | null | undefined>
  comment: ColumnType<string | null, string | null | undefined>
  refund: ColumnType<AuditedRefund | null, AuditedRefund | undefined>
  /** Written as JSON text: the driver would make an array of PostgreSQL's of it. */
  changes: ColumnType<AuditedChange[] | null, string | null | undefined>
  erasure: ColumnType<AuditedErasure | null, AuditedErasure | undefined>
  account_email: ColumnType<string | null, string | null | undefined>
}

/** The addresses, in small letters, under which an account with a role has acted. */
export type AdministratorAddressesTable = { email: string; email_key: string; account_id: string }

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

/** Figures that the job counts afresh each time: trials by week and month, what is due by day, refunds and disputes by month. */
export type FigureCountsTable = {
  figure: 'funnel-week' | 'funnel-month' | 'outcome-week' | 'outcome-month' | 'due' | 'returned'
  day: Date
  label: string
  currency: string
  count: number
  amount: number
}

/** One row: from which day on movements are computed again, and when they last were. */
export type FigureStateTable = { id: number; through: Date | null; computed_at: Date | null }

/** A view of the users list that an administrator keeps: `query` is what the address has after the question mark. */
export type SavedViewsTable = { id: string; account_id: string; name: string; query: string }

/** What administrators changed of the brand. The newest row is in force; its values were valid when they were saved. */
export type BrandChangesTable = {
  number: number
  at: Date
  by: string
  overrides: ColumnType<BrandOverrides, string, never>
  changes: ColumnType<AuditedChange[], string, never>
  restored: ColumnType<number | null, number | null, never>
}
