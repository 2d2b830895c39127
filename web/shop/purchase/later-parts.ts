import { lazyScreen } from '../../ui/lazy-screen.tsx'

/** The parts of the order page in files of their own: strangers and the signed in need different ones. */
export const purchaseForm = lazyScreen(
  async () => (await import('../../forms/registration/purchase-form.tsx')).PurchaseForm,
)
export const registerForm = lazyScreen(
  async () => (await import('../../forms/registration/register-form.tsx')).RegisterForm,
)
export const registerDialog = lazyScreen(
  async () => (await import('../../forms/registration/register-dialog.tsx')).RegisterDialog,
)
export const barredBuyer = lazyScreen(async () => (await import('./barred-buyer.tsx')).BarredBuyer)
export const anonymousBuyer = lazyScreen(async () => (await import('./anonymous-buyer.tsx')).AnonymousBuyer)
