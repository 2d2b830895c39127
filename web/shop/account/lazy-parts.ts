import { laterScreen } from '../../ui/lazy-screen.tsx'

/** Parts of the account page in files of their own, to keep the page light. */
export const accountDetails = laterScreen(async () => (await import('./account-details.tsx')).AccountDetails)
export const overduePayment = laterScreen(async () => (await import('./account-overdue.tsx')).OverduePayment)
