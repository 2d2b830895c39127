import { variableGroups } from './config-variables.ts'

/**
 * Returns every variable in words, for `docs/reference/configuration.md`, `.env.example` and `npm run doctor --
 * --variables`.
 */
export function variablesInWords() {
  return variableGroups.map(({ title, note, variables }) => ({
    title,
    note,
    variables: Object.entries(variables).map(([name, { rule, meaning, ...own }]) => {
      const { data } = rule.safeParse(undefined)
      const initial = typeof data === 'string' || typeof data === 'number' ? String(data) : undefined
      return { name, meaning, fallback: own.fallback ?? initial ?? 'none', example: own.example ?? initial ?? '' }
    }),
  }))
}

/** Returns the list of variables as text, each with its state: set, set by a file, or its default. Shows no values. */
export function listVariables(environment: Readonly<Record<string, string | undefined>>): string {
  const state = (name: string, fallback: string) => {
    if (environment[`${name}_FILE`] !== undefined) return `set by ${name}_FILE`
    return environment[name] === undefined ? `default: ${fallback}` : 'set'
  }
  return variablesInWords()
    .map(({ title, variables }) => {
      const lines = variables.map(
        ({ name, fallback, meaning }) => `  ${name} (${state(name, fallback)})\n      ${meaning}\n`,
      )
      return `${title}\n${lines.join('')}`
    })
    .join('\n')
}
