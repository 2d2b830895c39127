import type { FileFault, ListFinding } from '../../../domain/screening/list-findings.ts'
import type { Reason } from '../../../domain/screening/screening.ts'
import type { DplStatus } from '../../../domain/screening/dpl-status.ts'
import type { Json } from './json.ts'
import type { AffectedPeople } from '../../../domain/screening/basis.ts'
import type { ColumnType, Generated } from 'kysely'

/** A list that a person was compared with, and its edition. */
export type ScreenedList = { name: string; hash: string; date: string }

/** A person's details as they were at a check. */
export type CheckedPerson = {
  firstName: string
  lastName: string
  email: string
  company: string
  country: string
  /** The state or region, and the city and postcode of the billing address; absent if not stated. */
  state?: string
  city?: string
  postcode?: string
}

export type ScreeningThresholds = { hold: number; look: number; lookHolds?: boolean }

/**
 * A file of a list. `modifiedAt` is the file's own time, in ms since 1970; `edition` is stated by some publishers and
 * grows: a day or a highest number.
 */
export type ListedFile = {
  file: string
  hash: string
  rows: number
  size: number
  modifiedAt: number
  edition?: string
}

export type ScreeningTables = {
  screening_checks: {
    id: string
    subscriber_id: string
    at: Date
    occasion: string
    outcome: DplStatus
    person: Json<CheckedPerson>
    lists: Json<ScreenedList[]>
    reasons: Json<Reason[]>
    decided_by: string
    comment: Generated<string | null>
    /** The thresholds in force; null in rows of decisions. */
    thresholds: ColumnType<ScreeningThresholds | null, string | null, string | null>
    /** When a check last had the same findings with the same lists, and how often since this one. */
    last_checked_at: Generated<Date | null>
    repeats: Generated<number>
    /** For a decision: the date of birth that the person had given, `YYYY-MM-DD`. */
    birth_date: Generated<string | null>
  }
  /** The keys of the reasons of which an administrator cleared a person. */
  screening_exceptions: { subscriber_id: string; reason: string; granted_by: string; granted_at: Date }
  /**
   * A domain that an administrator cleared for a company; `pair` is a keyed hash of both, which can be kept after the
   * person is erased.
   */
  cleared_domains: { pair: string; cleared_by: string; cleared_at: Date }
  /** An edition of an official list. The one in force is not retired and has its files, one after the other, gzipped. */
  screening_lists: {
    id: string
    name: string
    files: Json<ListedFile[]>
    hash: string
    /** The day of its newest file, `YYYY-MM-DD`. */
    date: string
    entries: number
    /** A notice about it for administrators. */
    finding: Json<ListFinding> | null
    read_at: Date
    /** The administrator who accepted it although it looked wrong, and the reason. */
    accepted_by: string | null
    comment: string | null
    content: Buffer | null
    retired_at: Date | null
    /** When this edition was last current: at the time of its files, or when its publisher was last asked. */
    confirmed_at: Date
    /** When its publisher was last asked; null if an operator places the files in the folder. */
    fetched_at: Date | null
  }
  /** The present faults in the lists' folder. `hash` is empty if nothing could be read. */
  screening_faults: {
    file: string
    hash: string
    kind: FileFault
    finding: Json<ListFinding>
    at: Date
    accepted_by: Generated<string | null>
    comment: Generated<string | null>
  }
  /** A run that screens people again. `basis` is all that a result depends on beside the person; `reached` is the last person's id. */
  screening_runs: {
    id: string
    basis: string
    affected: ColumnType<AffectedPeople, string | undefined>
    lists: Json<ScreenedList[]>
    began_at: Date
    ended_at: Date | null
    /** Ended because the lists changed again. */
    superseded: Generated<boolean>
    reached: string | null
    total: number
    people: Generated<number>
    changed: Generated<number>
  }
  /** Lists that administrators were told are old; the row is removed once the list is current again. */
  screening_list_alarms: { list: string; told_at: Date }
  /** The first of two approvals of a person who matches a list; `reasons` are its keys. */
  first_approvals: {
    subscriber_id: string
    account_id: string
    by: string
    at: Date
    comment: string
    reasons: Json<string[]>
  }
  /** A date of birth that a reviewer requested, and the answer while the review is open, `YYYY-MM-DD`. */
  birth_date_requests: {
    subscriber_id: string
    asked_by: string
    asked_at: Date
    token_hash: string
    expires_at: Date
    birth_date: Generated<string | null>
    answered_at: Generated<Date | null>
  }
}
