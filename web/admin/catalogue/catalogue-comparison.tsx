import type { Output } from '../../../contract/contract.ts'
import { catalogueWords as t } from '#words/admin/catalogue.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'

type Catalogue = Output<'GET /api/v1/catalogue'>
type ComparisonProps = { plans: Catalogue['plans']; asked: boolean; retry: () => void; busy: boolean }

/** A summary of the differences; nothing if all prices match. */
export function CatalogueComparison({ plans, asked, retry, busy }: ComparisonProps) {
  const differing = plans.filter(({ provider }) => provider !== null && provider.differences.length > 0).length
  if (!asked) {
    return (
      <Panel tone="amber" role="status" title={t.unasked.title}>
        <p>{t.unasked.text}</p>
        <p>
          <Button variant="quiet" size="small" busy={busy} onClick={retry}>
            {t.unasked.retry}
          </Button>
        </p>
      </Panel>
    )
  }
  return differing === 0 ? null : (
    <Panel tone="red" role="status">
      <p>{t.differ(differing)}</p>
    </Panel>
  )
}
