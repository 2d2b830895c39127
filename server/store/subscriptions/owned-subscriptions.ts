import type { Subscription } from '../../../domain/subscription/subscription.ts'
import { factColumns, factsIn, type FactsRow, type PaymentFacts } from '../billing/billing.ts'
import { preparedLookUp } from '../prepared.ts'
import { profileColumns, type Profile } from '../subscribers/subscribers.ts'
import { fromRow, stateColumns, type StateRow } from './subscriptions.ts'
import type { Db } from '../tables.ts'

export type OwnedSubscription = { subscription: Subscription; facts: PaymentFacts | undefined }

type Person = Omit<Profile, 'id'> & { subscriber_id: string }
type Row = Person & ({ id: null } | (StateRow & FactsRow))

const [idColumn, ...otherColumns] = profileColumns
const owned = preparedLookUp(`select s.${idColumn} as subscriber_id,
    ${otherColumns.map((column) => `s.${column}`).join(', ')},
    ${stateColumns.map((column) => `x.${column}`).join(', ')}, ${factColumns}
  from subscribers s left join subscriptions x on x.subscriber_id = s.id
  where s.id = $1::uuid order by x.created_at desc, x.id`)

/** A person with their subscriptions, newest first, and how the payment of each stands. In one statement. */
export async function findWithSubscriptions(
  db: Db,
  subscriberId: string,
): Promise<{ subscriber: Profile; owned: OwnedSubscription[] } | undefined> {
  const rows = await owned<Row>(db, [subscriberId])
  const [first] = rows
  return (
    first && {
      subscriber: { ...first, id: first.subscriber_id },
      // A person without any is a row of nothing.
      owned: rows.flatMap((row) => (row.id === null ? [] : [{ subscription: fromRow(row), facts: factsIn(row) }])),
    }
  )
}
