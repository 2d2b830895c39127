type Choice = { value: string; label: string }

/** How people read what the API calls by a value; what is not among the choices stays as it is. */
export function labelOf(choices: readonly Choice[], value: string | null): string | null {
  return choices.find((choice) => choice.value === value)?.label ?? value
}
