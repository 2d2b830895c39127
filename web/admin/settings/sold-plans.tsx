import { catalogueWords } from '#words/admin/catalogue.ts'
import { settingsWords as t } from '#words/admin/settings/settings.ts'
import { useAdminCall } from '../admin-call.ts'
import { TableSkeleton } from '../admin-section.tsx'
import { Loaded } from '../loaded.tsx'
import { CatalogueComparison } from '../catalogue/catalogue-comparison.tsx'
import { CataloguePlans } from '../catalogue/catalogue-plans.tsx'
import type { ShopSettings } from './settings-answer.ts'

/** Lists the plans on sale, with the catalogue line of each and the billing provider's price. */
export function SoldPlans({ settings: { files, plans } }: { settings: ShopSettings }) {
  const query = useAdminCall('GET /api/v1/catalogue')
  const lines = new Map(plans.map(({ name, line }) => [name, line]))
  return (
    <Loaded query={query} waiting={<TableSkeleton />} message={() => catalogueWords.failed}>
      {(data) => (
        <CataloguePlans
          plans={data.plans}
          products={data.products}
          lineOf={(plan) => lines.get(plan) ?? null}
          note={
            <>
              <p className="soft small anywhere">{t.file(files.catalogue)}</p>
              <CatalogueComparison
                plans={data.plans}
                asked={data.askedAt !== null}
                retry={() => void query.refetch()}
                busy={query.isFetching}
              />
            </>
          }
        />
      )}
    </Loaded>
  )
}
