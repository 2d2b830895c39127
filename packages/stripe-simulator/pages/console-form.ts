import { acts } from '../acts.ts'
import { read } from '../api/form.ts'
import { customerPage } from './page-customer.ts'
import { indexPage, type Notice } from './page-index.ts'
import { messagePage, root, type Page, type Visit } from './page-parts.ts'
import { isRefusal } from '../api/refusal.ts'

/** GET of the index and of a customer, and the forms on both. */
export function answerConsole(visit: Visit): Page {
  const { tx, pageTemplate, post, path, form, query } = visit
  const [kind = '', name = ''] = path
  if (!post)
    return show(
      visit,
      kind === 'customer' ? name : '',
      query.has('done') ? { tone: 'green', title: 'Done' } : undefined,
    )
  const work = kind === 'act' ? acts[name] : undefined
  if (!work) return { status: 404, body: messagePage(pageTemplate, 'No such page', 'The address is wrong.', '/') }
  const back = form.get('back') ?? ''
  const fields = Object.fromEntries([...form].filter(([field]) => field !== 'token' && field !== 'back'))
  try {
    tx.attempt(() => work(tx, read(fields)))
    return { to: back === '' ? `${root}?done` : `${root}/customer/${encodeURIComponent(back)}?done` }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { ...show(visit, back, { tone: 'red', title: error.message }), status: 422 }
  }
}

function show(
  { tx, pageTemplate, token }: Visit,
  customerId: string,
  notice: Notice | undefined,
): { status?: number; body: string } {
  const view = { pageTemplate, tx, token, notice }
  if (customerId === '') return { body: indexPage(view) }
  const customer = tx.get('customer', customerId)
  if (customer) return { body: customerPage({ ...view, customer }) }
  return {
    status: 404,
    body: messagePage(pageTemplate, 'No such customer', 'They were never here, or were deleted.', root),
  }
}
