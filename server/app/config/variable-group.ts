import type { Environment } from './config-variables.ts'

/**
 * `fallback`: the effective value while the variable is unset. `example`: a value for `.env.example`; without one its
 * line is empty.
 */
export type Description = { fallback: string; meaning: string; example?: string }

export type Group<Name extends string = string> = {
  title: string
  note?: string
  variables: Readonly<Record<Name, Description>>
}

/** Declares a group so that the compiler sees the names in it. */
export function group<Name extends keyof Environment>(made: Group<Name>): Group<Name> {
  return made
}
