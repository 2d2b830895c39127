import { read } from '../api/form.ts'
import { readCard } from '../customers/cards.ts'
import { keepGoing, stopAt } from '../subscriptions/changes.ts'
import { changeItem, endsTrial } from '../subscriptions/plan-switch.ts'
import { messagePage, root, type Page, type Visit } from '../pages/page-parts.ts'
import { adverb, portalPage, type PortalView } from './page-portal.ts'
import { cancelPage, laterPage, switchPage } from './page-portal-steps.ts'
import { addCard, isCardFlow, isPutOff, openPortal, runningOf, switchable } from './portal.ts'
import { isRefusal, refuse } from '../api/refusal.ts'
import { releaseSchedule, scheduleSwitch } from '../subscriptions/schedules.ts'
import { pauseSubscription, resumeInPortal } from '../subscriptions/subscription-states.ts'
import { itemOf, saveSubscription } from '../subscriptions/subscriptions.ts'

const notices: Record<string, string> = {
  cancelled: 'Renewal is stopped',
  resumed: 'Renewal is on again',
  paused: 'Your plan is paused',
  card: 'The new card is on file',
  switched: 'Your plan was switched',
  scheduled: 'Your plan will change at the end of the period',
}

/** GET and POST of everything below a portal session's address. */
export function answerPortal(visit: Visit, secret: string, [action, id = '', more = '']: string[]): Page {
  const { tx, pageTemplate, post, query, token } = visit
  const session = openPortal(tx, secret)
  if (!session)
    return {
      status: 410,
      body: messagePage(
        pageTemplate,
        'This page has expired',
        'Open it again from your account in the shop.',
        '/account',
      ),
    }
  const base = `${root}/portal/${secret}`
  const done = notices[query.get('done') ?? '']
  const notice = done === undefined ? undefined : ({ tone: 'green', title: done, words: '' } as const)
  const view: PortalView = { pageTemplate, tx, session, base, token, notice }
  if (action === undefined && !post) return { body: portalPage(view) }
  if (action === 'card' && post) return changeCard(visit, view)
  // A flow allows one action: https://docs.stripe.com/customer-management/portal-deep-links
  if (isCardFlow(session)) return { to: base }
  const subscription = runningOf(tx, session.customer).find((one) => one.id === id)
  if (!subscription) return { to: base }
  if (action === 'cancel' && !post) return { body: cancelPage(view, subscription) }
  if (action === 'cancel') {
    // A cancelled plan no longer changes.
    if (subscription.schedule !== null) releaseSchedule(tx, subscription.schedule)
    saveSubscription(tx, subscription, stopAt(tx, subscription, null, null))
    return { to: `${base}?done=cancelled` }
  }
  if (action === 'pause' && post && tx.settings.portalPause) {
    pauseSubscription(tx, subscription.id, read({}))
    return { to: `${base}?done=paused` }
  }
  if (action === 'resume' && post) {
    if (subscription.status === 'paused') resumeInPortal(tx, subscription)
    else saveSubscription(tx, subscription, keepGoing)
    return { to: `${base}?done=resumed` }
  }
  const price = switchable(tx, subscription).find((one) => one.id === more)
  if (action !== 'switch' || !price || subscription.status === 'past_due') return { to: base }
  const later = isPutOff(tx, subscription, price)
  if (!post) return { body: later ? laterPage(view, subscription, price) : switchPage(view, subscription, price) }
  if (later) {
    scheduleSwitch(tx, subscription, price)
    return { to: `${base}?done=scheduled` }
  }
  try {
    // A switch whose payment fails is not made.
    tx.attempt(() => {
      const { quantity } = itemOf(subscription)
      const wanted = { price, quantity }
      const { fault } = changeItem(tx, subscription, wanted, 'always_invoice', endsTrial(tx, subscription))
      if (fault) throw refuse(402, fault)
    })
    return { to: `${base}?done=switched` }
  } catch (error) {
    if (!isRefusal(error)) throw error
    const declined = { tone: 'red', title: error.message, words: `You were not switched to ${adverb(price)}.` } as const
    return { status: 422, body: switchPage({ ...view, notice: declined }, subscription, price) }
  }
}

function changeCard({ tx, form }: Visit, view: PortalView): Page {
  const typed = {
    number: form.get('number') ?? '',
    expiry: form.get('expiry') ?? '',
    cvc: form.get('cvc') ?? '',
    name: form.get('name') ?? '',
  }
  const read = readCard(typed, tx.at)
  const faults: Partial<Record<string, string>> = 'faults' in read ? { ...read.faults } : {}
  if (typed.name.trim() === '') faults.name = 'Enter the name on the card.'
  const again = (faults: Partial<Record<string, string>>, title: string, words: string): Page => ({
    status: 422,
    body: portalPage({ ...view, notice: { tone: 'red', title, words }, card: { typed, faults } }),
  })
  if ('faults' in read || Object.keys(faults).length > 0) return again(faults, 'Please check the fields below', '')
  const { customer } = view.session
  try {
    tx.attempt(() => addCard(tx, customer, read.card, typed.name.trim()))
    return { to: view.session.flow?.after_completion.redirect?.return_url ?? `${view.base}?done=card` }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return again({ number: error.message }, error.message, 'The card on file is the same as before.')
  }
}
