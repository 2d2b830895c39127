import { isOver, longDate } from '../../../../domain/calendar.ts'
import type { Output } from '../../../../contract/contract.ts'
import type { Entry } from '../../../../contract/screens.ts'
import type { SubscriptionStatus } from '../../../../domain/subscription/subscription.ts'
import { locale } from '#words/locale.ts'
import { personWords } from '#words/admin/people/person.ts'
import { fieldLabel } from '../../../forms/field-label.ts'
import { detailsWords, eventWords } from '#words/admin/people/user.ts'
import { failureText } from './failure-text.ts'
import { paymentRowNote, paymentRowText, type PaymentLine } from '../../../billing/invoice-text.ts'

/** The kinds by which the timeline can be filtered. */
export const historyKinds = ['subscription', 'mail', 'use', 'check', 'act'] as const
export type HistoryKind = (typeof historyKinds)[number]

export type Activity = Output<'GET /api/v1/subscribers/{id}/activity'>[number]
export type SentMail = NonNullable<Activity['mail']> & { id: string }

export type HistoryEvent = Output<'GET /api/v1/subscriptions/events/{id}'>[number]

/** A line of the history. `plan` names the subscription of the event, and is empty if the person has only one. */
export type HistoryRow = {
  key: string
  kind: HistoryKind
  /** An email that was sent, with its text and the option to send it again. */
  mail?: SentMail
  at: string
  user: string
  words: string
  comment: string
  /** The invoice, period and tax of a payment. */
  note: string
  plan: string
}

export const historyColumns = ['date', 'user', 'event'] as const
export type HistoryColumn = (typeof historyColumns)[number]
export type HistoryOrder = { column: HistoryColumn; descending: boolean }

const t = detailsWords.history
const timeline = personWords.timeline

/** The events and payments of all of a subscriber's subscriptions, oldest first; `events[i]` and `payments[i]` are those of `entries[i]`. */
export function historyRows(
  entries: readonly Entry[],
  events: readonly (readonly HistoryEvent[])[],
  payments: readonly (readonly PaymentLine[])[] = [],
  activity: readonly Activity[] = [],
): HistoryRow[] {
  const rows = entries.flatMap((entry, index) => {
    const plan = entries.length > 1 ? calledAmong(entry, entries) : ''
    // A payment precedes the change that it caused.
    return [...paymentRows(entry, payments[index] ?? [], plan), ...eventRows(entry, events[index] ?? [], plan)]
  })
  return [...activity.map(activityRow), ...rows].toSorted((one, other) => compare(one.at, other.at))
}

/** Returns the plan's title. If a person has two subscriptions to one plan, it adds the day of creation. */
function calledAmong({ plan, subscription }: Entry, all: readonly Entry[]): string {
  const sameName = all.filter((other) => other.plan.title === plan.title).length > 1
  return sameName ? t.planOf(plan.title, longDate(subscription.createdDate, locale)) : plan.title
}

function paymentRows({ subscription }: Entry, payments: readonly PaymentLine[], plan: string): HistoryRow[] {
  return payments.map((row, index) => ({
    key: `${subscription.id} payment ${index}`,
    kind: 'subscription',
    at: row.at,
    user: nameOf(row.addedBy ?? 'billing'),
    words: paymentRowText(row),
    comment: row.comment ?? '',
    note: [failureText(row), paymentRowNote(row)].filter((part) => part !== '').join('; '),
    plan,
  }))
}

/** Returns the line of an email, a sign-in, a download, a check or an act on the person. */
function activityRow(activity: Activity): HistoryRow {
  const { id, at, by, mail } = activity
  return {
    key: id,
    at,
    user: by === null ? (mail ? nameOf('system') : timeline.person) : nameOf(by),
    comment: activity.comment ?? '',
    plan: '',
    ...wordsOf(activity),
  }
}

function wordsOf(activity: Activity): Pick<HistoryRow, 'kind' | 'words' | 'note' | 'mail'> {
  const { id, mail, download, check, act, changes, email, device } = activity
  if (mail) return { kind: 'mail', words: timeline.mail[mail.state](mail.subject), note: '', mail: { id, ...mail } }
  if (download)
    return { kind: 'use', words: timeline.download(download.product, systemName(download.system)), note: '' }
  if (check) {
    const occasion = detailsWords.checks.occasions.get(check.occasion) ?? check.occasion
    return { kind: 'check', words: timeline.check(occasion, detailsWords.screening[check.outcome]), note: '' }
  }
  if (act === undefined) return { kind: 'use', words: timeline.signIn, note: '' }
  const changed = (changes ?? []).map(({ field, before, after }) =>
    personWords.change(fieldLabel(field, ''), before, after),
  )
  return {
    kind: 'act',
    words: timeline.acts.get(act) ?? act,
    note: email ?? (device ? deviceNote(device) : changed.join('; ')),
  }
}

const systemName = (system: string | null) => timeline.systems.get(system ?? '') ?? system ?? ''
const deviceNote = ({ name, product }: NonNullable<Activity['device']>) => [name, product].filter(Boolean).join(', ')

const nameOf = (addedBy: string) => t.authors.get(addedBy) ?? (addedBy || detailsWords.none)

function eventRows({ subscription }: Entry, events: readonly HistoryEvent[], plan: string): HistoryRow[] {
  const statuses = statusesAfter(events)
  return events.map(({ type, timestamp, addedBy, data }, index) => ({
    key: `${subscription.id} ${index}`,
    kind: 'subscription',
    at: timestamp,
    user: nameOf(addedBy),
    words: eventWords(type, {
      ...(data.endDate ? { endDate: longDate(data.endDate, locale) } : {}),
      status: statuses[index],
    }),
    comment: data.comment ?? '',
    note: '',
    plan,
  }))
}

/** Sorts the rows; equal rows keep their chronological order. */
export function inOrder(rows: readonly HistoryRow[], { column, descending }: HistoryOrder): HistoryRow[] {
  const keyOf = { date: (row: HistoryRow) => row.at, user: (row: HistoryRow) => row.user, event: wholeEvent }[column]
  const sorted = rows.toSorted((one, other) =>
    column === 'date' ? compare(one.at, other.at) : collator.compare(keyOf(one), keyOf(other)),
  )
  return descending ? sorted.toReversed() : sorted
}

/** Returns the order after a press on a column's header: first ascending, then descending. */
export function pressed(before: HistoryOrder, column: HistoryColumn): HistoryOrder {
  return { column, descending: before.column === column && !before.descending }
}

const wholeEvent = ({ words, comment }: HistoryRow) => `${words} ${comment}`
const collator = new Intl.Collator(locale, { numeric: true })
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

type StateAfterEvent = { status: SubscriptionStatus; endDate: string | undefined } | undefined

/** Returns the status after each event. The API does not return it, but the sequence of events determines it. */
function statusesAfter(events: readonly HistoryEvent[]): (SubscriptionStatus | undefined)[] {
  let known: StateAfterEvent
  return events.map((event) => {
    known = after(known, event)
    return known?.status
  })
}

function after(before: StateAfterEvent, { type, timestamp, data }: HistoryEvent): StateAfterEvent {
  const endDate = data.endDate ?? before?.endDate
  switch (type) {
    case 'SUBSCRIPTION_CREATED':
    case 'SUBSCRIPTION_ACTIVATED':
      return { status: 'active', endDate }
    case 'PENDING_SUBSCRIPTION_CREATED':
    case 'SUBSCRIPTION_MARKED_PENDING':
      return { status: 'pending', endDate }
    case 'SUBSCRIPTION_CANCELLED':
      return { status: 'cancelled', endDate }
    case 'SUBSCRIPTION_UNDO_CANCELLATION':
      return { status: endDate && isOver(new Date(endDate), new Date(timestamp)) ? 'expired' : 'active', endDate }
    case 'STATUS_CHANGED':
      return before && { status: before.status === 'expired' ? 'active' : 'expired', endDate }
    default:
      return before && { ...before, endDate }
  }
}
