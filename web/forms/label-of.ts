type Choice = { value: string; label: string }

/** Returns the label of a value of the API; a value that is not among the choices is returned unchanged. */
export function labelOf(choices: readonly Choice[], value: string | null): string | null {
  return choices.find((choice) => choice.value === value)?.label ?? value
}
