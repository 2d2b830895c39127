import { subscriptionActs } from '../../../domain/subscription/acts.ts'
import { actWords } from '#words/admin/people/acts.ts'
import { auditWords } from '#words/admin/audit.ts'

/** The names of all acts in the audit, by their words in the API. */
export const actNames = new Map<string, string>([
  ...subscriptionActs.map((act) => [act, actWords[act].audit] as const),
  ...Object.entries(auditWords.acts),
])
