import { industries } from '../../../domain/lists/industries.ts'
import { jobRoles } from '../../../domain/lists/job-roles.ts'
import type { ChoiceField } from '../../../domain/person/fields.ts'

/** The choices: `value` as the API names it, `label` as people read it. */
export type Choice = { value: string; label: string }

const asTheyAre = (list: readonly string[]): Choice[] => list.map((value) => ({ value, label: value }))

export const fieldChoices: Record<ChoiceField, Choice[]> = {
  jobFunction: asTheyAre(jobRoles),
  industry: asTheyAre(industries),
}
