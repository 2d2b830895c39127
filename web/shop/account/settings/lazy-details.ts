import { lazyScreen } from '../../../ui/loading/lazy-screen.tsx'

/** A separate file, because its form is the heaviest part of the settings. */
export const accountDetails = lazyScreen(
  'web/shop/account/settings/account-details.tsx',
  async () => (await import('./account-details.tsx')).AccountDetails,
)
