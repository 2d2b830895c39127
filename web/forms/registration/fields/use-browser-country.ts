import { useEffect } from 'react'
import { countryByCode } from '../../../client/countries.ts'
import type { FormState } from '../../use-form.ts'

/**
 * Suggests the country of the browser's time zone, unless the country is already known (`isKnown`) or the person
 * chooses one.
 */
export function useBrowserCountry(form: FormState, isKnown: boolean): void {
  useEffect(() => {
    if (isKnown) return
    const suggest = async () => {
      const { browserCountry } = await import('../../../client/browser-country.ts')
      const code = await browserCountry()
      const country = code === undefined ? undefined : countryByCode(code)
      if (country) form.preset({ country: country.code, state: '', 'phone.countryCode': country.dialCode })
    }
    void suggest()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the form appears
  }, [])
}
