import type { Reason } from './screening.ts'

/**
 * The requirements for approval that a person can be told. Other reasons, above all a list match, are never disclosed.
 */
export const approvalRequirements = ['businessEmail', 'matchingDomain'] as const
export type ApprovalRequirement = (typeof approvalRequirements)[number]

const requirementOf: Partial<Record<Reason['kind'], ApprovalRequirement>> = {
  'personal-email': 'businessEmail',
  'disposable-email': 'businessEmail',
  domain: 'matchingDomain',
}

/** Returns the requirements that keep a person waiting, from the reasons of which no administrator has cleared them. */
export function approvalRequirementsIn(reasons: readonly Pick<Reason, 'kind' | 'holds'>[]): ApprovalRequirement[] {
  const found = new Set(reasons.flatMap(({ kind, holds }) => (holds ? (requirementOf[kind] ?? []) : [])))
  return approvalRequirements.filter((requirement) => found.has(requirement))
}
