import { lazyScreen } from '../../../ui/loading/lazy-screen.tsx'

/** The fields with pickers have a file of their own: a buyer whose country is known needs none of them. */
export const countryField = lazyScreen(
  'web/forms/registration/fields/phone-field.tsx',
  async () => (await import('./phone-field.tsx')).CountryField,
)
/**
 * Only for countries whose form asks for a region. It is loaded with a form that exists anyway: a file of its own would
 * split code that every page shares.
 */
export const regionField = lazyScreen(
  'web/forms/registration/register-form.tsx',
  async () => (await import('../register-form.tsx')).RegionField,
)
export const phoneField = lazyScreen(
  'web/forms/registration/fields/phone-field.tsx',
  async () => (await import('./phone-field.tsx')).PhoneField,
)
