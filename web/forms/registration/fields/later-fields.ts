import { lazyScreen } from '../../../ui/lazy-screen.tsx'

/** The fields with pickers in a file of their own: a buyer whose country is known needs none of them. */
export const countryField = lazyScreen(async () => (await import('./phone-field.tsx')).CountryField)
/** Only for countries whose form asks for a region. It comes with a form that exists anyway: a file of its own would split what every page shares. */
export const regionField = lazyScreen(async () => (await import('../register-form.tsx')).RegionField)
export const phoneField = lazyScreen(async () => (await import('./phone-field.tsx')).PhoneField)
