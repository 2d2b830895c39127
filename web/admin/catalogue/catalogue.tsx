import type { Output } from '../../../contract/contract.ts'
import { utcMinute } from '../../../i18n/calendar-words.ts'
import { catalogueWords as t } from '#words/admin/catalogue.ts'
import { useAdminCall } from '../admin-call.ts'
import { AdminSection, TableSkeleton } from '../admin-section.tsx'
import { Loaded } from '../loaded.tsx'
import { Table } from '../lists/table.tsx'
import { CatalogueComparison } from './catalogue-comparison.tsx'
import { CataloguePlans, Holders } from './catalogue-plans.tsx'
import { HelpLink } from '../help-link.tsx'

type Catalogue = Output<'GET /api/v1/catalogue'>

/** The catalogue beside the billing provider's values, read-only. */
export function CatalogueScreen() {
  const query = useAdminCall('GET /api/v1/catalogue')
  const askedAt = query.data?.askedAt
  return (
    <div className="page page--wide admin-page">
      <div>
        <h1 className="heading-2">{t.heading}</h1>
        <p className="soft small">
          {t.lead} {askedAt ? t.asked(utcMinute(askedAt)) : null}{' '}
          <HelpLink chapter="trials-and-plans" what={t.heading} />
        </p>
      </div>
      <Loaded query={query} waiting={<TableSkeleton />} message={() => t.failed}>
        {({ plans, products, withdrawn }) => (
          <>
            <CatalogueComparison
              plans={plans}
              asked={typeof askedAt === 'string'}
              retry={() => void query.refetch()}
              busy={query.isFetching}
            />
            <CataloguePlans plans={plans} products={products} />
            <Products products={products} />
            {withdrawn.length > 0 ? <Withdrawn withdrawn={withdrawn} /> : null}
          </>
        )}
      </Loaded>
    </div>
  )
}

function Products({ products }: Pick<Catalogue, 'products'>) {
  const words = t.products
  return (
    <AdminSection heading={words.heading} count={products.length}>
      {(headingId) => (
        <Table label={headingId} columns={[words.product, words.key, words.classification]}>
          {products.map(({ key, title, exportClassification }) => (
            <tr key={key}>
              <th scope="row">{title}</th>
              <td>
                <code>{key}</code>
              </td>
              <td>{exportClassification ?? words.none}</td>
            </tr>
          ))}
        </Table>
      )}
    </AdminSection>
  )
}

function Withdrawn({ withdrawn }: Pick<Catalogue, 'withdrawn'>) {
  const words = t.plans
  return (
    <AdminSection heading={t.withdrawn.heading} count={withdrawn.length}>
      {(headingId) => (
        <>
          <p className="soft small">{t.withdrawn.text}</p>
          <Table
            label={headingId}
            columns={[words.plan, words.product, words.active, words.pending]}
            numbers={[words.active, words.pending]}
          >
            {withdrawn.map((plan) => (
              <tr key={plan.name}>
                <th scope="row">
                  {plan.title} <code className="soft small">{plan.name}</code>
                </th>
                <td>{plan.product}</td>
                <Holders plan={plan} />
              </tr>
            ))}
          </Table>
        </>
      )}
    </AdminSection>
  )
}
