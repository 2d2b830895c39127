import { lazyScreen } from '../../ui/lazy-screen.tsx'

/** Parts of the account page in files of their own, to keep the page light. */
export const accountDetails = lazyScreen(async () => (await import('./account-details.tsx')).AccountDetails)
export const overduePayment = lazyScreen(async () => (await import('./account-overdue.tsx')).OverduePayment)
