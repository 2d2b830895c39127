import type { ScreenName } from '../../contract/screens.ts'

/** The source of a screen, and of the parts that it shows at once to strangers or to the signed in. */
type ScreenFiles = { screen: string; strangers?: readonly string[]; signedIn?: readonly string[] }

/** The sources of each screen of the shop, as the manifest of the built files names them. web/app/routes.tsx loads them. */
export const screenFiles: Partial<Record<ScreenName, ScreenFiles>> = {
  trial: {
    screen: 'web/shop/trial.tsx',
    strangers: ['web/forms/registration/trial-form.tsx', 'web/forms/registration/fields/phone-field.tsx'],
    signedIn: ['web/shop/trial-state.tsx'],
  },
  plans: { screen: 'web/shop/plans/plans.tsx' },
  account: { screen: 'web/shop/account/account.tsx' },
  orderSummary: {
    screen: 'web/shop/purchase/order-summary.tsx',
    strangers: ['web/shop/purchase/anonymous-buyer.tsx'],
    signedIn: ['web/forms/registration/purchase-form.tsx'],
  },
  confirmation: { screen: 'web/shop/purchase/confirmation.tsx' },
  failure: { screen: 'web/shop/messages.tsx' },
  busy: { screen: 'web/shop/messages.tsx' },
  forbidden: { screen: 'web/shop/messages.tsx' },
  notFound: { screen: 'web/shop/messages.tsx' },
  pending: { screen: 'web/shop/pending.tsx' },
  notApproved: { screen: 'web/shop/not-approved.tsx' },
}

/** What the header shows the signed in on every page. */
export const menuFile = 'web/app/user-menu.tsx'
