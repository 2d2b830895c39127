import { countryField } from '../../forms/registration/fields/lazy-fields.ts'
import { lazyScreen } from '../../ui/loading/lazy-screen.tsx'

/** The parts of the order page in files of their own: anonymous visitors and signed-in people need different ones. */
export const purchaseForm = lazyScreen(
  'web/forms/registration/purchase-form.tsx',
  async () => (await import('../../forms/registration/purchase-form.tsx')).PurchaseForm,
)
export const registerForm = lazyScreen(
  'web/forms/registration/register-form.tsx',
  async () => (await import('../../forms/registration/register-form.tsx')).RegisterForm,
)
export const registerDialog = lazyScreen('web/forms/registration/register-dialog.tsx', async () => {
  const file = import('../../forms/registration/register-dialog.tsx')
  const [{ RegisterDialog }] = await Promise.all([file, countryField.ready()])
  return RegisterDialog
})
export const unableBuyer = lazyScreen(
  'web/shop/purchase/unable-buyer.tsx',
  async () => (await import('./unable-buyer.tsx')).UnableBuyer,
)
export const anonymousBuyer = lazyScreen(
  'web/shop/purchase/anonymous-buyer.tsx',
  async () => (await import('./anonymous-buyer.tsx')).AnonymousBuyer,
)
