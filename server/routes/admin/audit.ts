import { receiptNumber, type AuditedChange, type AuditedErasure, type AuditedRefund } from '../../../domain/audit.ts'
import { currencyDigits, majorUnits } from '../../../domain/catalogue/plan.ts'
import { csvLine } from '../../../domain/csv.ts'
import { refuse } from '../../../contract/errors.ts'
import type { Handlers } from '../../http/calls/contract-routes.ts'
import { paginateByTime } from '../../http/calls/pagination.ts'
import type { AppContext } from '../../context.ts'
import { actsBefore, findErasure, type AuditFilter } from '../../store/admin/audit.ts'
import type { ExportFile } from './export-file.ts'

const linesAtOnce = 1000
const refundHead = ['Amount', 'Currency', 'Invoice', 'Outcome']
const head = csvLine([
  'At',
  'By',
  'From',
  'Act',
  'Person',
  'Person id',
  'Subscription id',
  'Account',
  'Reason',
  ...refundHead,
  'Changes',
  'Account email',
  'Receipt',
])

export function auditHandlers({ db }: Pick<AppContext, 'db'>, exportFile: ExportFile) {
  async function* lines(narrowed: AuditFilter) {
    for (let last: { at: Date; id: string } | null = null; ;) {
      const acts = await actsBefore(db, last, linesAtOnce, narrowed)
      yield acts
        .map(({ id, at, by, address, act, email, subscriber_id, subscription_id, account, comment, ...more }) =>
          csvLine([
            ...[at.toISOString(), by, address, act, email, subscriber_id, subscription_id, account, comment].map(
              (cell) => cell ?? '',
            ),
            ...refundCells(more.refund),
            (more.changes ?? []).map(changeCell).join('; '),
            more.account_email ?? '',
            more.erasure ? receiptNumber(id) : '',
          ]),
        )
        .join('')
      last = acts.at(-1) ?? null
      if (acts.length < linesAtOnce) return
    }
  }

  return {
    async 'GET /api/v1/audit'({ query }, call) {
      const acts = await paginateByTime(
        query,
        call,
        'audit',
        (before, limit) => actsBefore(db, before, limit, query),
        (act) => act,
      )
      return acts.map(
        ({ id, at, by, address, act, subscriber_id, email, subscription_id, account, comment, ...more }) => ({
          at: at.toISOString(),
          by,
          address,
          act,
          subscriberId: subscriber_id,
          email,
          subscriptionId: subscription_id,
          account,
          comment,
          accountEmail: more.account_email,
          refund: more.refund && viewRefund(more.refund),
          changes: more.changes ?? [],
          erasure: more.erasure && viewErasure(id, more.erasure),
        }),
      )
    },

    async 'GET /api/v1/erasures/{id}'({ path }) {
      const { at, by, erasure } = (await findErasure(db, path.id)) ?? refuse('NOT_FOUND')
      return { ...viewErasure(path.id, erasure ?? refuse('NOT_FOUND')), at: at.toISOString(), by }
    },

    'GET /api/v1/export/audit': ({ query }, call) => exportFile(call, 'audit', head, lines(query)),
  } satisfies Partial<Handlers>
}

const viewRefund = ({ amount, currency, invoice, outcome }: AuditedRefund) => ({
  amount: majorUnits(amount, currency),
  currency,
  invoice,
  outcome,
})

const viewErasure = (id: string, erasure: AuditedErasure) => ({ number: receiptNumber(id), ...erasure })

const changeCell = ({ field, before, after }: AuditedChange) =>
  `${field}: ${before === '' ? after : `${before} → ${after}`}`

function refundCells(refund: AuditedRefund | null): string[] {
  if (!refund) return refundHead.map(() => '')
  const { amount, currency, invoice, outcome } = viewRefund(refund)
  return [amount.toFixed(currencyDigits(currency)), currency.toUpperCase(), invoice ?? '', outcome ?? '']
}
