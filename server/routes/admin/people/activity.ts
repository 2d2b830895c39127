import { refuse } from '../../../../contract/errors.ts'
import type { Output } from '../../../../contract/contract.ts'
import { mailKinds } from '../../../../domain/mail.ts'
import type { DplStatus } from '../../../../domain/screening/dpl-status.ts'
import { vendorTitle, type Catalogue } from '../../../catalogue.ts'
import type { AppContext } from '../../../context.ts'
import type { Handlers } from '../../../http/calls/contract-routes.ts'
import { paginateByTime } from '../../../http/calls/pagination.ts'
import { activityOf, type ActivityRow, type KeptMail, type ActivityAct } from '../../../store/subscribers/activity.ts'
import { findSubscriber } from '../../../store/subscribers/subscribers.ts'

type Activity = Output<'GET /api/v1/subscribers/{id}/activity'>[number]

/** Handles the calls about a person's activity, emails, and the acts on them. Refuses an unknown id with 404. */
export function activityHandlers({ db, catalogue }: Pick<AppContext, 'db' | 'catalogue'>) {
  return {
    async 'GET /api/v1/subscribers/{id}/activity'({ path, query }, call) {
      const { id } = (await findSubscriber(db, path.id)) ?? refuse('NOT_FOUND')
      const rows = await paginateByTime(
        query,
        call,
        'activity',
        (before, limit) => activityOf(db, id, before, limit),
        (row) => row,
      )
      return rows.map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        kind: row.kind,
        by: row.by,
        ...viewData(row, catalogue),
      }))
    },
  } satisfies Partial<Handlers>
}

function viewData({ kind, data, state }: ActivityRow, catalogue: Catalogue): Partial<Activity> {
  switch (kind) {
    case 'mail': {
      const { kind: about, to, subject, text = null } = data as KeptMail
      const mail = { kind: mailKinds.find((one) => one === about) ?? ('other' as const), to, subject, text }
      return { mail: { ...mail, state: state ?? 'sent' } }
    }
    case 'download':
      return { download: data as { product: string; system: string | null } }
    case 'check': {
      const { comment, ...check } = data as { occasion: string; outcome: DplStatus; repeats: number; comment: string }
      return { check, comment }
    }
    case 'act': {
      const { act, comment = null, email, changes, device } = data as ActivityAct
      return {
        act,
        comment,
        ...(email === undefined ? {} : { email }),
        ...(device === undefined ? {} : { device: { ...device, product: vendorTitle(catalogue, device.product) } }),
        ...(changes === undefined ? {} : { changes: [...changes] as Activity['changes'] }),
      }
    }
    case 'sign-in':
      return {}
  }
}
