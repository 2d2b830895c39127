import type { AuditedChange, AuditedErasure, AuditedRefund } from '../../../domain/audit.ts'
import type { Movement } from '../../../domain/figures/movements.ts'
import type { BrandOverrides } from '../../../domain/catalogue/brand-values.ts'
import type { ColumnType } from 'kysely'

export type AdminTables = {
  /**
   * A line of the admin list, kept equal to the view user_list_source by the database's triggers. Text keys are created
   * by search_key().
   */
  user_list_rows: {
    /** The subscription's id, or the subscriber's if there is none. */
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
    /** `-infinity` if there is none. */
    start_date: Date
    end_date: Date
    search: string
    country: string
    plan: string | null
    /** What the list is filtered by: `country:DE`, `plan:…`, `product:…`, `renews`, `stopped`, `unconfirmed`, `review`. */
    tags: string[]
    /** Cells in export format: name, email and company in one, with the commas between. */
    person_csv: string
    industry_csv: string
    comment_csv: string
  }
  /** Administrators' acts. `subscriber_id` is removed when the person is erased. */
  audit: {
    id: string
    at: Date
    by: string
    act: string
    subscriber_id: string | null
    subscription_id: string | null
    /** The subject of the account concerned, at the built-in provider. */
    account: ColumnType<string | null, string | null | undefined>
    /** The network address of the act, as long as activity is stored; null for the command line. */
    address: ColumnType<string | null, string | null | undefined>
    comment: ColumnType<string | null, string | null | undefined>
    refund: ColumnType<AuditedRefund | null, AuditedRefund | undefined>
    /** Written as JSON text, because the driver would turn it into a PostgreSQL array. */
    changes: ColumnType<AuditedChange[] | null, string | null | undefined>
    erasure: ColumnType<AuditedErasure | null, AuditedErasure | undefined>
    account_email: ColumnType<string | null, string | null | undefined>
  }
  /** The addresses, in small letters, under which an account with a role has acted. */
  administrator_addresses: { email: string; email_key: string; account_id: string }
  /** Changes of MRR by day. */
  figure_movements: Movement
  /**
   * Figures that the job counts again each time: trials by week and month, what is due by day, refunds and disputes by
   * month.
   */
  figure_counts: {
    figure: 'funnel-week' | 'funnel-month' | 'outcome-week' | 'outcome-month' | 'due' | 'returned'
    day: Date
    label: string
    currency: string
    count: number
    amount: number
  }
  /** One row: the day from which movements are recomputed, and when they last were. */
  figure_state: { id: number; through: Date | null; computed_at: Date | null }
  /** A saved view of the users list: `query` is the query of the URL without the question mark. */
  saved_views: { id: string; account_id: string; name: string; query: string }
  /** Administrators' changes of the brand. The newest row is in force; its values were valid when they were saved. */
  brand_changes: {
    number: number
    at: Date
    by: string
    overrides: ColumnType<BrandOverrides, string, never>
    changes: ColumnType<AuditedChange[], string, never>
    restored: ColumnType<number | null, number | null, never>
  }
}
