import type { CountryField } from 'name-screening'

/**
 * What a person's country says about a match. Another country contradicts it only where the entry is a person's and names its
 * countries by address or nationality: people leave the place where they were born, and companies have offices elsewhere.
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
