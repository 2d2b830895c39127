import type { Language } from '../../../domain/language.ts'
import type { PersonColumns } from '../../../domain/person/fields.ts'
import type { Details } from '../../../domain/registration/details.ts'
import type { BillingAddress } from '../../../domain/registration/invoice-details.ts'
import type { DplStatus } from '../../../domain/screening/dpl-status.ts'
import type { Json } from './json.ts'
import type { ColumnType, Generated } from 'kysely'

/** Corrected details that are not in force yet. A new correction has a new id. */
export type WaitingCorrection = { id: string; details: Details }

export type PeopleTables = {
  subscribers: PersonColumns & {
    id: string
    /** The address in lower case and with its domain in ASCII: unique per person. */
    email_key: string
    dpl_status: DplStatus
    denied_country: boolean
    email_verified_at: Date | null
    registered_at: Date
    /** The language of emails to the person. */
    language: Language
    /**
     * While the address is unconfirmed: the registration in the activation link, and the hash of its browser's cookie.
     */
    registration: Generated<string | null>
    registered_in: Generated<string | null>
    /** The person's id at the payment provider. */
    payment_customer: Generated<string | null>
    /** Since when a review is due; null if none is. */
    review_since: Generated<Date | null>
    /** Since when an approval is withdrawn: no check clears the person until a reviewer decides again. */
    approval_withdrawn_at: Generated<Date | null>
    /** A correction that awaits review, and since when; both null if none does. */
    correction: Generated<WaitingCorrection | null>
    correction_since: Generated<Date | null>
    /** When the person unsubscribed from reminders. */
    reminders_stopped_at: Generated<Date | null>
    /** The person's earlier addresses, as they were written. */
    earlier_emails: Generated<string[]>
    /** The billing address and the VAT id, as the person entered them here; null if they entered none. */
    billing_address: Generated<BillingAddress | null>
    /** Empty if they removed it. */
    vat_id: Generated<string | null>
    /** When the person asked to be erased; null if they did not. */
    erasure_requested_at: Generated<Date | null>
  }
  /** A new address that its owner has not confirmed yet. */
  email_changes: {
    subscriber_id: string
    email: string
    token_hash: string
    /** The administrator's address; null if the person requested it. */
    requested_by: string | null
    requested_at: Date
    expires_at: Date
    /** For the link in the email to the old address; null for a person's own request (`email_restores`). */
    old_token_hash: Generated<string | null>
    /** When the owner of the new address confirmed it, if the change is still waiting. */
    confirmed_at: Generated<Date | null>
    /** When the owner of the old address agreed. */
    agreed_at: Generated<Date | null>
  }
  /** A link with which the owner of an old address cancels or undoes the person's own change. */
  email_restores: {
    token_hash: string
    subscriber_id: string
    /** The address that is restored. */
    email: string
    created_at: Date
    expires_at: Date
  }
  /** Timeline entries other than events, payments, checks and acts. An email has the id of its job. */
  activities: {
    id: string
    subscriber_id: string
    at: Date
    kind: 'mail' | 'sign-in' | 'download' | 'act'
    /** The administrator's address; null if the person did it, or the system. */
    by: string | null
    data: Json<Record<string, unknown>>
  }
  accounts: {
    id: string
    issuer: string
    subject: string
    subscriber_id: string | null
    email: string
    first_name: string
    last_name: string
    role: string | null
  }
  sessions: {
    /** SHA-256 of the cookie's value. */
    id: string
    account_id: string
    /** The provider's own session, for back-channel sign-out. */
    provider_session: string | null
    id_token: string
    created_at: Date
    seen_at: Date
    /**
     * When the person signed in at the issuer, which may be before this session; null if the issuer does not state it.
     */
    auth_time: Date | null
    /** The level of the sign-in, as the issuer names it, and its methods. */
    acr: string | null
    amr: ColumnType<string[], string[] | undefined>
    /** The browser's user agent at the sign-in. */
    browser: Generated<string | null>
  }
  acceptances: {
    id: string
    subscriber_id: string
    document: string
    version: string
    address: string
    accepted_at: Date
    from_address: string
  }
  trial_tokens: {
    hash: string
    /** Null for a registered address: such a token does nothing. */
    subscriber_id: string | null
    plan: string
    expires_at: Date
    used_at: Date | null
  }
  trial_history: {
    /** A keyed hash of the address, so that an erased person's trial is recognised without the person. */
    address_hash: string
    product: string
  }
  /** The retained evidence of an erased person, sealed (sealed-records.ts), until its time is over. */
  sealed_records: { id: string; kind: string; content: Json<unknown>; sealed_at: Date; keep_until: Date }
}
