import { lazyScreen } from '../../ui/loading/lazy-screen.tsx'
import { accountDetails } from './settings/lazy-details.ts'
import { whenIdle } from '../../ui/loading/when-idle.ts'

/** Parts of the account page in files of their own, to keep the page light. */
export const accountSettings = lazyScreen('web/shop/account/settings/account-settings.tsx', async () => {
  // The parts below the subscriptions. Until they load, the server's markup is there, and the browser submits its
  // forms.
  await whenIdle()
  const [{ AccountSettings }] = await Promise.all([import('./settings/account-settings.tsx'), accountDetails.ready()])
  return AccountSettings
})
export const accountInvoices = lazyScreen(
  'web/shop/account/account-invoices.tsx',
  async () => (await import('./account-invoices.tsx')).AccountInvoices,
)
export const overduePayment = lazyScreen(
  'web/shop/account/account-overdue.tsx',
  async () => (await import('./account-overdue.tsx')).OverduePayment,
)
