import type { ScreenName } from '../../contract/screens.ts'

/** The source of each screen of the shop, as the manifest of the built files names it. web/app/routes.tsx loads them. */
export const screenFiles: Partial<Record<ScreenName, string>> = {
  trial: 'web/shop/trial.tsx',
  plans: 'web/shop/plans/plans.tsx',
  account: 'web/shop/account/account.tsx',
  orderSummary: 'web/shop/purchase/order-summary.tsx',
  confirmation: 'web/shop/purchase/confirmation.tsx',
  failure: 'web/shop/messages.tsx',
  busy: 'web/shop/messages.tsx',
  forbidden: 'web/shop/messages.tsx',
  notFound: 'web/shop/messages.tsx',
  pending: 'web/shop/pending.tsx',
  notApproved: 'web/shop/not-approved.tsx',
}
