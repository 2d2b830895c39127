import type { Reason } from './screening.ts'

/** The requirements for approval that a person may know. Other reasons, a list match above all, are never disclosed. */
export const approvalRequirements = ['businessEmail', 'matchingDomain'] as const
export type ApprovalRequirement = (typeof approvalRequirements)[number]

const requirementOf: Partial<Record<Reason['kind'], ApprovalRequirement>> = {
  'personal-email': 'businessEmail',
  'disposable-email': 'businessEmail',
  domain: 'matchingDomain',
}

/** The requirements that keep a person waiting, by the reasons that no administrator has cleared them of. */
export function approvalRequirementsIn(reasons: readonly Pick<Reason, 'kind' | 'holds'>[]): ApprovalRequirement[] {
  const found = new Set(reasons.flatMap(({ kind, holds }) => (holds ? (requirementOf[kind] ?? []) : [])))
  return approvalRequirements.filter((requirement) => found.has(requirement))
}
