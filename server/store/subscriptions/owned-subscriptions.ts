import { isAwaited } from '../../../domain/billing/payments/payment-state.ts'
import type { BilledSubscription } from '../../../domain/subscription/payments/grace.ts'
import type { Subscription } from '../../../domain/subscription/subscription.ts'
import { factColumns, factsIn, type FactsRow, type PaymentFacts } from '../billing/payment-facts.ts'
import { preparedLookUp } from '../prepared.ts'
import { profileColumns, type Profile, type Subscriber } from '../subscribers/subscribers.ts'
import { fromRow, stateColumns, type StateRow } from './subscriptions.ts'
import type { Db } from '../tables.ts'

export type SubscriptionWithFacts = { subscription: Subscription; facts: PaymentFacts | undefined }

type Person = Omit<Profile, 'id'> & { subscriber_id: string }
type Row = Person & ({ id: null } | (StateRow & FactsRow))

const entitledColumns = [
  'first_name',
  'last_name',
  'company',
  'email',
  'language',
  'email_verified_at',
  'dpl_status',
  'denied_country',
] as const satisfies (keyof Subscriber)[]
/** The person's data for entitlement: the name, and the result of screening. */
type EntitledPerson = Pick<Subscriber, (typeof entitledColumns)[number]>

const ofPerson = `from subscribers s left join subscriptions x on x.subscriber_id = s.id
  where s.id = $1::uuid order by x.created_at desc, x.id`
const columnsOf = (table: string, columns: readonly string[]) =>
  columns.map((column) => `${table}.${column}`).join(', ')

const billedColumns = 'x.disputed, x.payment_state as "paymentState"'
type BilledRow = StateRow & Pick<FactsRow, 'disputed' | 'paymentState'>

const entitled = preparedLookUp(
  `select ${columnsOf('s', entitledColumns)}, ${columnsOf('x', stateColumns)}, ${billedColumns} ${ofPerson}`,
)

/**
 * Returns a person with their subscriptions, newest first, without payments. Every renewal of a licence runs this, so
 * it is one statement.
 */
export async function findEntitled(
  db: Db,
  subscriberId: string,
): Promise<{ subscriber: EntitledPerson; owned: BilledSubscription[] } | undefined> {
  const rows = await entitled<EntitledPerson & ({ id: null } | BilledRow)>(db, [subscriberId])
  const [subscriber] = rows
  const owned = rows.flatMap((row) => (row.id === null ? [] : [billed(row)]))
  return subscriber && { subscriber, owned }
}

function billed(row: BilledRow): BilledSubscription {
  return { ...fromRow(row), disputed: row.disputed, awaited: isAwaited(row.paymentState) }
}

const [idColumn, ...otherColumns] = profileColumns
const owned = preparedLookUp(`select s.${idColumn} as subscriber_id,
    ${columnsOf('s', otherColumns)}, ${columnsOf('x', stateColumns)}, ${factColumns}
  ${ofPerson}`)

/** Returns a person with their subscriptions, newest first, and the payment state of each. In one statement. */
export async function findWithSubscriptions(
  db: Db,
  subscriberId: string,
): Promise<{ subscriber: Profile; owned: SubscriptionWithFacts[] } | undefined> {
  const rows = await owned<Row>(db, [subscriberId])
  const [first] = rows
  return (
    first && {
      subscriber: { ...first, id: first.subscriber_id },
      // A person without subscriptions gives one row of nulls.
      owned: rows.flatMap((row) => (row.id === null ? [] : [{ subscription: fromRow(row), facts: factsIn(row) }])),
    }
  )
}

/** Returns the keys of the products of which people have an active or pending subscription, by their ids. */
export async function productsOf(db: Db, subscriberIds: readonly string[]): Promise<Map<string, string[]>> {
  if (subscriberIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('subscriptions')
    .select(['subscriber_id as id', 'product'])
    .distinct()
    .where('subscriber_id', 'in', subscriberIds)
    .where('status', 'in', ['active', 'pending'])
    .orderBy('product')
    .execute()
  const byPerson = Map.groupBy(rows, ({ id }) => id ?? '')
  return new Map([...byPerson].map(([id, own]) => [id, own.map(({ product }) => product)]))
}
