import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useState } from 'react'
import type { Output } from '../../../../contract/contract.ts'
import { longDate } from '../../../../domain/calendar.ts'
import { locale } from '#words/locale.ts'
import { detailsWords } from '#words/admin/people/user.ts'
import { utcMinute } from '../../../../i18n/calendar-words.ts'
import { useCall } from '../../../client/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { SkeletonLines } from '../../../ui/loading/skeleton.tsx'

const { receipt: t, ...words } = detailsWords.forget
type Receipt = Output<'GET /api/v1/erasures/{id}'>

const announced = ['announced erasure'] as const

/** Stores the receipt of an erasure so that the users list, which opens next, shows it. */
export function announceErasure(queries: QueryClient, receiptId: string): void {
  queries.setQueryData(announced, receiptId)
}

/** Shows once the receipt of the erasure that the administrator has just completed. */
export function AnnouncedReceipt() {
  const queries = useQueryClient()
  const [id, setId] = useState(() => queries.getQueryData<string>(announced))
  useEffect(() => queries.removeQueries({ queryKey: announced }), [queries])
  return id === undefined ? null : <ReceiptDialog id={id} onClose={() => setId(undefined)} />
}

function ReceiptDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, isError } = useCall('GET /api/v1/erasures/{id}', { path: { id } })
  return (
    <Dialog
      open
      title={t.title}
      closeLabel={detailsWords.close}
      onClose={onClose}
      actions={<Button onClick={onClose}>{detailsWords.close}</Button>}
    >
      {data || isError ? <ErasureReceipt receipt={data ?? null} /> : <SkeletonLines label={t.loading} count={5} />}
    </Dialog>
  )
}

/** Shows the proof of an erasure: its number, when and by whom it was done, and what is retained until when. */
function ErasureReceipt({ receipt }: { receipt: Receipt | null }) {
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
        <CopyButton text={rows.map(([label, value]) => `${label}: ${value || words.nothing}`).join('\n')} words={t} />
      </div>
    </>
  )
}

const thing = ({ kind, count }: Receipt['kept'][number] | Receipt['sealed'][number]) => `${words.kinds[kind]}: ${count}`
