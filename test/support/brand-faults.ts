import { readFileSync } from 'node:fs'
import { brandShape } from '../../domain/catalogue/brand-shape.ts'
import { faultOfIssue } from '../../domain/registration/field-faults.ts'

/** The content of the sample's brand file. */
export const sampleBrand = JSON.parse(
  readFileSync(new URL('../../brand/brand.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, unknown>>

/** A legal page. */
export const page = { title: 'Terms', address: '/terms' }

/** Questions in English. */
export const asked = (question: unknown, answer: unknown, times = 1) => ({
  en: Array.from({ length: times }, () => ({ question, answer })),
})

/** The faults of the sample with other values: the path, and the code with its value, or the message. */
export function brandFaults(values: object): [path: string, fault: unknown][] {
  const { error } = brandShape.safeParse({ ...sampleBrand, ...values })
  return (error?.issues ?? []).map((issue) => [issue.path.join('.'), faultOfIssue(issue) ?? issue.message])
}
