import { lazyScreen } from '../../../ui/lazy-screen.tsx'

/** The fields with pickers in files of their own: a buyer whose country is known needs none of them. */
export const countryField = lazyScreen(async () => (await import('./country-field.tsx')).CountryField)
export const phoneField = lazyScreen(async () => (await import('./phone-field.tsx')).PhoneField)
