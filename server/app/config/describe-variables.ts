import type { Environment } from './config-variables.ts'
import { serverVariables } from './describe-server-variables.ts'
import { serviceVariables } from './describe-service-variables.ts'
import type { Description, Group } from './variable-group.ts'

const groups = [...serverVariables, ...serviceVariables]

type DescribedVariable = (typeof groups)[number] extends infer Each
  ? Each extends Group<infer Name>
    ? Name
    : never
  : never
type Missing = Exclude<keyof Environment, DescribedVariable>

/**
 * Every variable with its meaning, for `docs/reference/configuration.md`, `.env.example` and `npm run doctor --
 * --variables`. Does not compile if a variable has no description.
 */
export const variableGroups: [Missing] extends [never] ? readonly Group[] : Missing = groups

/** Returns the list of variables as text, each with its state: set, set by a file, or its default. Shows no values. */
export function listVariables(environment: Readonly<Record<string, string | undefined>>): string {
  const state = (name: string, { fallback }: Description) => {
    if (environment[`${name}_FILE`] !== undefined) return `set by ${name}_FILE`
    return environment[name] === undefined ? `default: ${fallback}` : 'set'
  }
  return variableGroups
    .map(({ title, variables }) => {
      const lines = Object.entries(variables).map(
        ([name, described]) => `  ${name} (${state(name, described)})\n      ${described.meaning}\n`,
      )
      return `${title}\n${lines.join('')}`
    })
    .join('\n')
}
