/** The wrong fields of an error with their sentences, for tests that are about these alone. */
export function sentencesOf(errors: unknown): { field: string; message: string }[] {
  return ((errors ?? []) as { field: string; message: string }[]).map(({ field, message }) => ({ field, message }))
}
