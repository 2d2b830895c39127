import { randomUUID } from 'node:crypto'
import { correctionPath } from '../../../domain/registration/correction.ts'
import { correctableFields } from '../../../domain/person/fields.ts'
import {
  changesBetween,
  detailsOf,
  valuesFrom,
  type Change,
  type Details,
} from '../../../domain/registration/details.ts'
import type { InvoiceDetail } from '../../../domain/registration/invoice-details.ts'
import { refuse } from '../../../contract/errors.ts'
import { visibleValues, wrongFields, type Values } from '../../../domain/registration/registration.ts'
import type { AppContext } from '../../context.ts'
import { asColumns, detailsInForce, dropCorrection, keepCorrection } from '../../store/subscribers/corrections.ts'
import { queueTask } from '../../store/jobs/jobs.ts'
import { asPerson, lockSubscriber, updateSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import type { Trx } from '../../store/tables.ts'
import { screenAgain } from '../screening/screen-subscriber.ts'
import { screenFirst, type ScreenPerson } from '../screening/screen-first.ts'
import { recordOnPerson, refuseOneself, type Administrator } from './administrator.ts'

/** The differences if an administrator corrects: who can be corrected, and how it is recorded. */
type Oversight = {
  allow(before: Subscriber, changes: readonly Change[]): void
  record(db: Trx, changes: readonly Change[]): Promise<void>
}

/**
 * Corrects the name, company or country of a subscriber. A cleared person's correction is applied immediately; any
 * other awaits review, replacing an earlier one (domain/registration/correction.ts). Refuses with 400 the first broken
 * rule, and with 409 a person whom an administrator refused.
 */
export async function correctDetails(
  context: AppContext,
  subscriberId: string,
  given: Values,
  byAdministrator: Oversight | null = null,
): Promise<Subscriber> {
  const correct = async (db: Trx, check: ScreenPerson) => {
    const before = (await lockSubscriber(db, subscriberId)) ?? refuse('NOT_FOUND')
    const present = detailsInForce(before)
    const values: Values = { ...valuesFrom(present), ...given }
    const details = detailsOf(visibleValues(correctableFields, values))
    const changes = changesBetween(present, details)
    byAdministrator?.allow(before, changes)
    const path = correctionPath(asPerson(before), changes)
    if (path === 'refuse') refuse('PERSON_REFUSED')
    const wrong = path === 'withdraw' ? [] : wrongFields(correctableFields, values).filter(isAffected(given, changes))
    if (wrong.length > 0) refuse('INVALID_INPUT', wrong)
    await byAdministrator?.record(db, changes)
    if (path === 'withdraw') return dropCorrection(db, before)
    return path === 'wait'
      ? keepCorrection(db, before, details, context.now())
      : applyDetails(db, context, before, details, check)
  }
  return screenFirst(context, 'refuse', (check) => context.transact((db) => correct(db, check)))
}

/**
 * Whether a fault comes from the correction. Other details may have been accepted by earlier rules, or by a form with
 * fewer fields. A country decides which fields it needs.
 */
function isAffected(given: Values, changes: readonly Change[]): (wrong: { field: string }) => boolean {
  const moves = changes.some(({ field }) => field === 'country')
  return ({ field }) => moves || field in given
}

/**
 * Corrects as an administrator, with a reason. Refuses with 409 the present details, and the administrator's own
 * person.
 */
export async function correctDetailsFor(
  context: AppContext,
  subscriberId: string,
  given: Values,
  { by, comment }: { by: Administrator; comment: string },
): Promise<Subscriber> {
  return correctDetails(context, subscriberId, given, {
    allow(before, changes) {
      refuseOneself(by, before)
      if (before.dpl_status === 'FAIL') refuse('REFUSED_ALREADY')
      if (changes.length === 0) refuse('NOTHING_CHANGED')
    },
    async record(db, changes) {
      const act = 'correct-details'
      await recordOnPerson(db, subscriberId, { by, act, comment, changes }, { changes }, context.now())
    },
  })
}

/**
 * Applies corrected details: screens the person again and updates the billing provider's customer. The caller has
 * locked the subscriber.
 */
export async function applyDetails(
  db: Trx,
  context: AppContext,
  before: Subscriber,
  details: Details,
  check: ScreenPerson,
): Promise<Subscriber> {
  const moved = details.country !== before.country
  // An address and a VAT id of another country are invalid in the new one.
  const cleared = moved ? { billing_address: null, vat_id: before.vat_id === null ? null : '' } : {}
  const corrected = { ...asColumns(details), ...cleared }
  await updateSubscriber(db, before.id, corrected)
  const after = await screenAgain(db, context, { ...before, ...corrected }, 'correction', check)
  if (after.payment_customer) {
    const withinCountry: InvoiceDetail[] = after.state === before.state ? [] : ['state']
    const changed = moved ? (['address', 'vatId'] satisfies InvoiceDetail[]) : withinCountry
    await queueTask(
      db,
      randomUUID(),
      after.id,
      { task: 'update-customer', subscriber: after.id, changed },
      context.now(),
    )
  }
  return after
}
