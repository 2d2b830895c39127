import { brandWords as t } from '#words/admin/settings/brand.ts'
import { utcMinute } from '../../../../i18n/calendar-words.ts'
import { Panel } from '../../../ui/panel.tsx'
import { useAdminCall } from '../../admin-call.ts'
import { ChangeLines } from './brand-history.tsx'

/** Lists what others have saved since the current edits were begun. */
export function ChangedMeanwhile({ since }: { since: number }) {
  const { data } = useAdminCall('GET /api/v1/settings/brand/changes', { query: {} })
  return (
    <Panel tone="amber" role="status" title={t.meanwhile}>
      <p>{t.meanwhileText}</p>
      {data
        ?.filter(({ number }) => number > since)
        .map((change) => (
          <div key={change.number}>
            <p className="strong">
              {change.by || t.history.erased}, {utcMinute(change.at)}
            </p>
            <ChangeLines change={change} />
          </div>
        ))}
    </Panel>
  )
}
