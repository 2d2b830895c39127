import { Fragment } from 'react'
import type { Output } from '../../../../contract/contract.ts'
import { longDate } from '../../../../domain/catalogue/plan.ts'
import { locale } from '#words/locale.ts'
import { detailsWords } from '#words/admin/user.ts'
import { utcMinute } from '../../../../i18n/calendar-words.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'

const { receipt: t, ...words } = detailsWords.forget
export type Receipt = Output<'GET /api/v1/erasures/{id}'>

/** What proves an erasure: its number, when and by whom it was done, and what is kept until when. */
export function ErasureReceipt({ receipt }: { receipt: Receipt | null }) {
  if (!receipt) return <p role="status">{t.none}</p>
  const rows: [string, string][] = [
    [t.number, receipt.number],
    [t.at, utcMinute(receipt.at)],
    [t.by, receipt.by],
    [
      words.sealed,
      receipt.sealed.map((one) => `${thing(one)}, ${words.until(longDate(one.until, locale))}`).join('; '),
    ],
    [words.kept, receipt.kept.map(thing).join('; ')],
  ]
  return (
    <>
      <dl className="facts">
        {rows.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value || words.nothing}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="soft small">{t.hint}</p>
      <div>
        <CopyButton
          text={rows.map(([label, value]) => `${label}: ${value || words.nothing}`).join('\n')}
          label={t.copyLabel}
          words={t}
        />
      </div>
    </>
  )
}

const thing = ({ kind, count }: Receipt['kept'][number] | Receipt['sealed'][number]) => `${words.kinds[kind]}: ${count}`
