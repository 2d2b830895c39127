import { lazyScreen } from '../../ui/lazy-screen.tsx'

/** Parts of the account page in files of their own, to keep the page light. */
export const accountSettings = lazyScreen(async () => (await import('./settings/account-settings.tsx')).AccountSettings)
export const overduePayment = lazyScreen(async () => (await import('./account-overdue.tsx')).OverduePayment)
