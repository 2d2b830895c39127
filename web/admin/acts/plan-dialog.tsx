import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { utcDay } from '../../../i18n/calendar-words.ts'
import { actDialogWords, actWords } from '#words/admin/people/acts.ts'
import { fieldMessages } from '#words/forms/fields.ts'
import { amountText } from '../../billing/payment.ts'
import type { Output } from '../../../contract/contract.ts'
import { call, messageOf } from '../../client/api.ts'
import { Select } from '../../ui/fields/select.tsx'
import { Panel } from '../../ui/panel.tsx'
import { adminQuery, useAdminCall } from '../admin-call.ts'
import { useDraft } from '../drafts.ts'
import { Fact } from '../fact.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { reportRefusal, type RowAct } from './act-refusal.ts'
import { fullName, type SubscriptionRow } from './rows.ts'

const t = actWords['change-plan']

type PlanDialogProps = RowAct & { onClose: () => void }

/** Changes the plan of a paid subscription: the plan, its charge now, and the reason. Mounted while it is open. */
export function PlanDialog({ row, onClose, onDone, onConflict, onGone }: PlanDialogProps) {
  const { data: plans } = useAdminCall('GET /api/v1/plans', { query: { type: 'paid' } })
  const draft = `change-plan ${row.id}`
  const [plan, setPlan] = useDraft(draft, 'plan')
  const [shown, setShown] = useState(row)
  const [tried, setTried] = useState(false)
  const id = useId()
  const asked = { path: { id: row.id }, query: { plan } }
  const preview = useQuery({
    ...adminQuery('GET /api/v1/subscriptions/plan-preview/{id}', asked),
    enabled: plan !== '',
    // The shown amount is what is confirmed: the server refuses one that is half an hour old, or has changed.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const offered = (plans ?? []).filter(({ product, name }) => product === row.plan.product && name !== row.plan.name)

  const refused = (cause: unknown) =>
    reportRefusal(cause, { row, failed: t.failed, onGone, onConflict: showConflict, refetch: preview.refetch })

  async function act(comment: string) {
    const { data } = preview
    if (!data) return false
    const { endDate: seen, latestComment: seenComment } = shown
    const body = { plan, at: data.at, dueNow: data.dueNow, comment, seen, seenComment }
    const input = { path: { id: row.id }, body }
    const after = await call('POST /api/v1/subscriptions/change-plan/{id}', input).catch(refused)
    if (after) onDone(after)
    return after !== undefined
  }

  function showConflict(now: SubscriptionRow) {
    setShown(now)
    onConflict(now)
  }

  const confirm = preview.data && preview.data.dueNow > 0 ? t.confirmFor(textOf(preview.data, 'dueNow')) : t.confirm

  return (
    <ReasonDialog
      title={t.title}
      words={{ ...t, confirm }}
      draft={draft}
      text={
        <div className="stack stack--tight">
          <p className="anywhere">{actDialogWords.about(fullName(row.subscriber), row.plan.title)}</p>
          <p>{t.text}</p>
        </div>
      }
      fields={
        <>
          <Select
            id={`${id}-plan`}
            name="plan"
            label={t.plan}
            placeholder={t.choose}
            options={offered.map(({ name, title, price, currency }) => ({
              value: name,
              label: `${title}, ${amountText(price, currency)}`,
            }))}
            error={tried && plan === '' ? fieldMessages.required : undefined}
            value={plan}
            onChange={setPlan}
          />
          <div role="status">
            {preview.data ? (
              <Amounts preview={preview.data} />
            ) : preview.error ? (
              <Panel tone="red">
                <p>{messageOf(preview.error, t.previewFailed)}</p>
              </Panel>
            ) : plan === '' ? null : (
              <p className="soft">{t.previewing}</p>
            )}
          </div>
        </>
      }
      check={() => {
        setTried(true)
        return preview.data !== undefined
      }}
      act={act}
      onClose={onClose}
    />
  )
}

type Preview = Output<'GET /api/v1/subscriptions/plan-preview/{id}'>
type Amount = Exclude<keyof Preview, 'at' | 'currency' | 'periodEnd'>

const textOf = (preview: Preview, amount: Amount) => amountText(preview[amount], preview.currency)

/** The parts of the amount that is charged now; empty parts are omitted. */
function Amounts({ preview }: { preview: Preview }) {
  const less = (amount: Amount) => `−${textOf(preview, amount)}`
  return (
    <div className="stack stack--tight">
      <dl className="totals">
        <Fact label={t.charge}>{textOf(preview, 'charge')}</Fact>
        {preview.unused > 0 ? <Fact label={t.unused}>{less('unused')}</Fact> : null}
        {preview.discount > 0 ? <Fact label={t.discount}>{less('discount')}</Fact> : null}
        {preview.tax === 0 ? null : <Fact label={t.tax}>{textOf(preview, 'tax')}</Fact>}
        {preview.owed > 0 ? <Fact label={t.owed}>{textOf(preview, 'owed')}</Fact> : null}
        {preview.creditUsed > 0 ? <Fact label={t.creditUsed}>{less('creditUsed')}</Fact> : null}
        {preview.deferred > 0 ? <Fact label={t.deferred}>{less('deferred')}</Fact> : null}
        <Fact label={t.dueNow} className="totals__due">
          {textOf(preview, 'dueNow')}
        </Fact>
      </dl>
      <p className="small soft">
        {t.until(utcDay(preview.periodEnd))}
        {preview.creditLeft > 0 ? ` ${t.creditLeft(textOf(preview, 'creditLeft'))}` : null}
      </p>
    </div>
  )
}
