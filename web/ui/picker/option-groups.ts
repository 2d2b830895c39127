import type { OptionGroup, PickerOption } from './option-list.tsx'

export type GroupLabels = { preferred: string; others: string }

/** Returns the preferred options, in the given order, and all others; an empty group is omitted. */
export function groupOptions(
  options: readonly PickerOption[],
  preferred: readonly string[],
  labels: GroupLabels,
): OptionGroup[] {
  const first = preferred.flatMap((value) => options.find((option) => option.value === value) ?? [])
  const others = options.filter((option) => !preferred.includes(option.value))
  return [
    { label: labels.preferred, options: first },
    { label: labels.others, options: others },
  ].filter((group) => group.options.length > 0)
}
