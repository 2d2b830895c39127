import { exported } from '../../../domain/audit.ts'
import { isoDay } from '../../../domain/calendar.ts'
import type { AppContext } from '../../context.ts'
import type { Call } from '../../http/calls/contract-routes.ts'
import { createDownloads } from '../../http/csv-download.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { administratorOf } from '../caller.ts'

/** `subscriberId`: the only person that the file is about. */
export type ExportFile = (
  call: Call,
  what: Parameters<typeof exported>[0],
  head: string,
  lines: AsyncGenerator<string, void, undefined>,
  subscriberId?: string,
) => Promise<undefined>

/**
 * Returns the function that sends an export, named by its content and the day. It records the act after the first lines
 * were read and before the first byte is sent.
 */
export function createExports({ db, now }: Pick<AppContext, 'db' | 'now'>): ExportFile {
  const download = createDownloads()
  return async (call, what, head, lines, subscriberId) => {
    const [by, moment] = [administratorOf(call), now()]
    const name = `${what === 'users' ? 'subscribers' : what}-${isoDay(moment)}.csv`
    await download(call.request, call.reply, name, head, lines, () =>
      recordAct(db, { by, act: 'export', subscriberId, changes: [exported(what)] }, moment),
    )
    return undefined
  }
}
