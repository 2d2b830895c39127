import { find, type Transaction } from '../state/transaction.ts'
import type { Reader } from './form.ts'
import type { Kind, Kinds } from '../state/kinds.ts'
import { page } from './lists.ts'
import type { Fault } from './refusal.ts'

/** `more` is the second id in a path such as customers/:id/tax_ids/:id. */
export type Work = (tx: Transaction, from: Reader, id: string, more: string) => object
export type Route = { method: string; path: RegExp; work: Work }

/** Changes that are stored together with a refused payment: a thrown refusal would undo them. */
export type Decline = { declined: Fault }

export function route(method: string, path: string, work: Work): Route {
  return { method, path: new RegExp(`^/v1/${path.replaceAll(':id', '([\\w-]+)')}$`), work }
}

type Filters<K extends Kind> = Record<string, (row: Kinds[K], value: string) => boolean>

/** Routes that read an object by its id, and a list whose filters are fields of the same name or tests. */
export function reading<K extends Kind>(
  path: string,
  kind: K,
  filters: Filters<K>,
  always: (row: Kinds[K], from: Reader) => boolean = () => true,
): Route[] {
  return [
    route('GET', path, (tx, from) => {
      const asked = Object.entries(filters).filter(([name]) => from.text(name))
      const rows = tx
        .all(kind)
        .filter((row) => always(row, from) && asked.every(([name, fits]) => fits(row, String(from.text(name)))))
      return page(rows as { id: string; created?: number }[], from, `/v1/${path}`)
    }),
    route('GET', `${path}/:id`, (tx, _, id) => find(tx, kind, id)),
  ]
}
