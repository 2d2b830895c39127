import { randomUUID } from 'node:crypto'
import { refuse } from '../../../contract/errors.ts'
import {
  plainVatId,
  trimmedAddress,
  vatIdFault,
  type BillingAddress,
  type InvoiceDetail,
} from '../../../domain/registration/invoice-details.ts'
import type { Language } from '../../../domain/language.ts'
import type { AppContext } from '../../context.ts'
import { queueTask } from '../../store/jobs/jobs.ts'
import { lockSubscriber, updateSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'

export type ProfileChange = { billingAddress?: BillingAddress | null; vatId?: string; language?: Language }

/**
 * Changes data that screening does not use: the address and the VAT id on invoices, and the language of emails. The
 * billing provider's customer is updated. Refuses with 400 a VAT id of another country.
 */
export async function changeProfile(context: AppContext, id: string, change: ProfileChange): Promise<Subscriber> {
  return context.transact(async (db) => {
    const before = (await lockSubscriber(db, id)) ?? refuse('NOT_FOUND')
    const { billingAddress, vatId, language } = change
    const fault = vatId === undefined ? null : vatIdFault(vatId, before.country)
    if (fault) refuse('INVALID_INPUT', [{ field: 'vatId', fault }])
    const columns = {
      ...(billingAddress === undefined ? {} : { billing_address: billingAddress && trimmedAddress(billingAddress) }),
      // Sent empty only if there was one, because the billing provider keeps what the customer entered there.
      ...(vatId === undefined ? {} : { vat_id: plainVatId(vatId) || (before.vat_id === null ? null : '') }),
      ...(language === undefined ? {} : { language }),
    }
    if (Object.keys(columns).length === 0) return before
    await updateSubscriber(db, id, columns)
    const after = { ...before, ...columns }
    if (after.payment_customer) {
      const changed: InvoiceDetail[] = []
      if (billingAddress !== undefined) changed.push('address')
      if (vatId !== undefined) changed.push('vatId')
      await queueTask(db, randomUUID(), id, { task: 'update-customer', subscriber: id, changed }, context.now())
    }
    return after
  })
}
