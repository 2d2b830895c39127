import { affirmationVersion } from '../../../domain/registration/affirmation.ts'
import type { Language } from '../../../domain/language.ts'
import type { AppContext } from '../../context.ts'
import { hasAffirmed, recordAcceptance } from '../../store/screening/records.ts'

type Parts = Pick<AppContext, 'db' | 'catalogue'>

/**
 * Whether a subscriber must give the affirmation before downloading the companion product: if a plan of that product
 * requires it, and the subscriber has not given it with an order, a trial or an earlier download.
 */
export async function asksAffirmation({ db, catalogue }: Parts, subscriberId: string): Promise<boolean> {
  const requires = [...catalogue.plans.values()].some(
    ({ product, requiresAffirmation }) => product === catalogue.companion && requiresAffirmation,
  )
  return requires && !(await hasAffirmed(db, subscriberId))
}

/** Records a subscriber's affirmation, in the language of its wording. `from` is their network address. */
export async function affirmCompanion(
  { db, catalogue, now }: Parts & Pick<AppContext, 'now'>,
  subscriberId: string,
  { language, from }: { language: Language; from: string },
): Promise<void> {
  if (!(await asksAffirmation({ db, catalogue }, subscriberId))) return
  const documents = [{ document: 'affirmation', version: affirmationVersion(language), address: '' }] as const
  await db.transaction().execute((trx) => recordAcceptance(trx, { subscriberId, documents, from }, now()))
}
