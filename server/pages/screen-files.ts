import type { ScreenName } from '../../contract/screens.ts'

/** The sources of each screen of the shop, first its own, as the manifest of the built files names them. web/app/routes.tsx loads them. */
export const screenFiles: Partial<Record<ScreenName, readonly string[]>> = {
  trial: [
    'web/shop/trial.tsx',
    // Its form is for strangers, who are most of those who come.
    'web/forms/registration/fields/phone-field.tsx',
  ],
  plans: ['web/shop/plans/plans.tsx'],
  account: ['web/shop/account/account.tsx'],
  orderSummary: ['web/shop/purchase/order-summary.tsx'],
  confirmation: ['web/shop/purchase/confirmation.tsx'],
  failure: ['web/shop/messages.tsx'],
  busy: ['web/shop/messages.tsx'],
  forbidden: ['web/shop/messages.tsx'],
  notFound: ['web/shop/messages.tsx'],
  pending: ['web/shop/pending.tsx'],
  notApproved: ['web/shop/not-approved.tsx'],
}
