/** Returns the invalid fields of an error with their messages, for tests about these alone. */
export function sentencesOf(errors: unknown): { field: string; message: string }[] {
  return ((errors ?? []) as { field: string; message: string }[]).map(({ field, message }) => ({ field, message }))
}
