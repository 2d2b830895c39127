import { isRefusal } from '../api/refusal.ts'
import { readCard } from '../customers/cards.ts'
import { sessionTotals } from './session-totals.ts'
import { completeSession } from './complete-session.ts'
import { countries } from '../state/countries.ts'
import { usableCode } from '../invoices/coupons.ts'
import type { Session } from '../state/kinds.ts'
import { money } from '../state/money.ts'
import { checkoutPage, emptyForm, type CheckoutForm, type Problem } from './page-checkout.ts'
import { challengePage, notConfirmed } from './page-challenge.ts'
import { messagePage, root, type Page, type Visit } from '../pages/page-parts.ts'
import { typeOfTaxId } from '../customers/tax-ids.ts'

/**
 * Rejected input and its faults, by session. The form redirects to a page that shows them, so that the browser's Back
 * button never sends a card again. Only in memory: no input is stored.
 */
const returned = new Map<string, { typed: CheckoutForm; problem: Problem }>()
const mostReturned = 100

/** GET and POST of a session's payment page. */
export function answerCheckout({ tx, pageTemplate, form, post, query, token }: Visit, id: string): Page {
  const session = tx.get('session', id)
  if (!session)
    return {
      status: 404,
      body: messagePage(
        pageTemplate,
        'No such payment page',
        'The address is incomplete or wrong. Go back to the shop and start again.',
        '/',
      ),
    }
  if (session.status === 'complete') return { to: successUrl(session) }
  if (session.status === 'expired')
    return {
      status: 410,
      body: messagePage(
        pageTemplate,
        'This payment page has expired',
        'Nothing has been charged. Go back to the shop and start again.',
        session.cancel_url ?? '/',
      ),
    }
  const formsTo = session.success_url
  const start = emptyForm(tx, session)
  if (!post) {
    const { typed = start, problem } = (query.has('again') && returned.get(id)) || {}
    return { body: checkoutPage(pageTemplate, tx, session, typed, token, problem), formsTo }
  }
  const typed = Object.fromEntries(
    Object.entries(start).map(([name, before]) => [name, (form.get(name) ?? before).trim().slice(0, 200)]),
  ) as CheckoutForm
  if (session.customer !== null) typed.email = start.email
  const read = readCard(typed, tx.at)
  const faults: Partial<Record<string, string>> = 'faults' in read ? { ...read.faults } : {}
  if (typed.name === '') faults.name = 'Enter the name on the card.'
  if (session.customer === null && !/^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/.test(typed.email))
    faults.email = 'Enter an email address, such as ann@acme.example.'
  if (!countries.some(({ code }) => code === typed.country)) faults.country = 'Choose a country from the list.'
  if (typed.taxId !== '' && typeOfTaxId(typed.taxId, typed.country) === null)
    faults.taxId = 'Enter a tax ID of your country, such as DE123456789.'
  const promotion = typed.promotionCode === '' ? undefined : usableCode(tx, typed.promotionCode, session.customer)
  if (typed.promotionCode !== '' && !promotion) faults.promotionCode = 'This code is invalid.'
  const again = (problem: Problem): Page => {
    returned.delete(id)
    for (const oldest of [...returned.keys()].slice(0, Math.max(0, returned.size - mostReturned + 1)))
      returned.delete(oldest)
    returned.set(id, { typed, problem })
    return { to: `${root}/checkout/${id}?again` }
  }
  if ('faults' in read || Object.keys(faults).length > 0)
    return again({ faults, title: 'Please check the fields below', words: 'Nothing has been charged.' })
  const buyer = { ...typed, postalCode: typed.postalCode || null, taxId: typed.taxId || null, promotion }
  const { due: total } = sessionTotals(tx, session, buyer)
  // Tax depends on the country, so the accepted amount may differ from the amount due.
  if (typed.total !== '' && Number(typed.total) !== total)
    return again({
      title: `The total is now ${money(total, session.currency)}`,
      words: 'The country and the promotion code decide. Press Pay to go on.',
    })
  const bank = form.get('bank')
  if (read.card.rule.startsWith('authenticates') && bank === null && total > 0) {
    const hidden = { ...typed, token, total: String(total) }
    const action = `${root}/checkout/${id}`
    const { currency } = session
    return { body: challengePage(pageTemplate, { action, typed: hidden, amount: total, currency }), formsTo }
  }
  if (bank === 'fail')
    return again({
      faults: { number: notConfirmed },
      title: 'The payment did not go through',
      words: 'Nothing has been charged.',
    })
  try {
    const confirmed = bank === 'complete'
    const done = tx.attempt(() => completeSession(tx, id, { ...buyer, card: read.card, confirmed }))
    returned.delete(id)
    return { to: successUrl(done) }
  } catch (error) {
    if (!isRefusal(error)) throw error
    const words = 'Nothing has been charged. Check the details or try another card.'
    const where = error.refusal.fault.code === 'expired_card' ? 'expiry' : 'number'
    return again({ faults: { [where]: error.message }, title: 'The payment did not go through', words })
  }
}

function successUrl(session: Session): string {
  return (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}
