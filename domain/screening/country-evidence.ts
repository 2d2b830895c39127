import type { CountryField } from 'name-screening'

/**
 * Returns what a person's country says about a match. Another country contradicts it only if the entry is a person's
 * and states its countries by address or nationality: people leave their place of birth, and companies have offices
 * elsewhere.
 */
export function countryVerdict(
  agrees: boolean,
  kind: string | undefined,
  { countryFields = {} }: { countryFields?: Partial<Record<CountryField, unknown>> | undefined },
): 'supports' | 'contradicts' | 'differs' {
  if (agrees) return 'supports'
  const isResidence = (field: CountryField) => field === 'addresses' || field === 'nationalities'
  const fields = Object.keys(countryFields) as CountryField[]
  return kind === 'person' && fields.some(isResidence) ? 'contradicts' : 'differs'
}
