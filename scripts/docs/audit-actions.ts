import { actWords } from '../../i18n/en/admin/people/acts.ts'
import { auditWords } from '../../i18n/en/admin/audit.ts'
import { generatedNotice, table } from './markdown.ts'

/** `docs/reference/audit-actions.md`. */
export function auditActionsPage(): string {
  const onSubscriptions = Object.entries(actWords).map(([act, { audit }]) => [act, audit] as const)
  const rows = [...onSubscriptions, ...Object.entries(auditWords.acts)].map(([act, words]) => [`\`${act}\``, words])
  return `# Audit actions

${generatedNotice}

*Audit log* in the admin area and \`GET /api/v1/audit\` list each action with its time, author, person and reason. The author is the administrator's email address, \`key "…"\` for an API key by its name, \`operator\` for the command line, or \`system\`. The CSV export and the API use the name in the first column.

${table(['Action', 'Shown as'], rows)}
`
}
