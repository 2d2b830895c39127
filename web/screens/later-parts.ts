import { laterScreen } from '../later-screen.tsx'

/** A part of the account page in a file of its own, to keep the page light. */
export const accountDetails = laterScreen(async () => (await import('./account-details.tsx')).AccountDetails)
