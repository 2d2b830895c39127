import { detailsWords } from '#words/admin/people/user.ts'
import { shopWords } from '#words/shop/shop.ts'
import { AdminIcon } from '../admin-icon.tsx'

/** Links to an object at the billing provider, in a new tab; shows nothing if the provider has no such page. */
export function PaymentProviderLink({ url }: { url: string | null }) {
  return url === null ? null : (
    <a className="provider-link" href={url} target="_blank" rel="noreferrer">
      {detailsWords.payment.provider}
      <AdminIcon name="external" />
      <span className="visually-hidden"> ({shopWords.newTab})</span>
    </a>
  )
}
