import { legalPageNames } from '../../../domain/catalogue/brand.ts'
import { orderWords as t } from '#words/shop/order.ts'
import { useSettings } from '../../client/page.tsx'

/** Lists the next steps. */
export function OrderNext({ steps }: { steps: readonly string[] }) {
  return (
    <div className="stack stack--tight">
      <h3>{t.nextHeading}</h3>
      <ol className="order-steps soft">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  )
}

/** Shows the seller, the terms, and the refund rule, from the brand file. */
export function OrderSeller() {
  const { brand } = useSettings()
  const pages = legalPageNames.flatMap((name) => brand.legalPages?.[name] ?? [])
  return (
    <div className="order-seller stack stack--tight small soft">
      {brand.refundRule === undefined ? null : <p>{brand.refundRule}</p>}
      <p>
        {t.seller(brand.legalName)}
        {brand.sellerAddress === undefined ? null : (
          <>
            <br />
            <span className="as-written">{brand.sellerAddress}</span>
          </>
        )}
      </p>
      {pages.length === 0 ? null : (
        <ul className="order-seller__pages">
          {pages.map(({ title, address }) => (
            <li key={address}>
              <a href={address} target="_blank" rel="noreferrer">
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p>
        {t.questions}{' '}
        <a className="anywhere" href={`mailto:${brand.supportEmail}`}>
          {brand.supportEmail}
        </a>
      </p>
    </div>
  )
}
