import { detailsWords } from '#words/admin/people/user.ts'
import { shopWords } from '#words/shop/shop.ts'
import { Icon } from '../../ui/icon.tsx'

/** Links to an object at the billing provider, in a new tab; shows nothing if the provider has no such page. */
export function PaymentProviderLink({ url }: { url: string | null }) {
  return url === null ? null : (
    <a className="provider-link" href={url} target="_blank" rel="noreferrer">
      {detailsWords.payment.provider}
      <Icon name="external" />
      <span className="visually-hidden"> ({shopWords.newTab})</span>
    </a>
  )
}
