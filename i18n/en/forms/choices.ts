import { industries } from '../../../domain/lists/industries.ts'
import { jobRoles } from '../../../domain/lists/job-roles.ts'
import type { ChoiceField } from '../../../domain/person/fields.ts'

/** What can be chosen: as the API calls it, and as people read it. */
export type Choice = { value: string; label: string }

const asTheyAre = (list: readonly string[]): Choice[] => list.map((value) => ({ value, label: value }))

export const fieldChoices: Record<ChoiceField, Choice[]> = {
  jobFunction: asTheyAre(jobRoles),
  industry: asTheyAre(industries),
}
