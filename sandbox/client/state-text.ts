import type { State } from './state.ts'

/** Returns the sentence that the program shows its user. */
export function textOf(state: State): string {
  if (state.state === 'none') return 'Not signed in.'
  if (state.state === 'clock') return 'The clock of this computer was set back. Connect once.'
  if (state.state === 'refused') return `The licence has ended (${state.reason}). See ${state.url}`
  const { to, lic, exp } = state.lease
  const until = new Date(exp * 1000).toISOString().slice(0, 10)
  if (state.state === 'expired') return `The licence ended on ${until}. Connect once, or open a new licence file.`
  return `Licensed to ${to ?? 'you'}, ${lic.plan}. Runs without a network until ${until}.`
}
