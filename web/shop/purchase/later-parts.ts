import { lazyScreen } from '../../ui/lazy-screen.tsx'

/** The forms of the order page in files of their own: who is asked to sign in needs none of them. */
export const purchaseForm = lazyScreen(
  async () => (await import('../../forms/registration/purchase-form.tsx')).PurchaseForm,
)
export const registerForm = lazyScreen(
  async () => (await import('../../forms/registration/register-form.tsx')).RegisterForm,
)
export const registerDialog = lazyScreen(
  async () => (await import('../../forms/registration/register-dialog.tsx')).RegisterDialog,
)
