import type { PickerOption } from './option-list.tsx'
import { withoutAccents } from './type-ahead.ts'

/**
 * Returns the options with a name, or a word of a name, that begins with `query`; those whose whole name does come
 * first. Names are the label, the secondary text and those that `otherNames` returns for a value. Case and accents are
 * ignored.
 */
export function searchOptions(
  options: readonly PickerOption[],
  query: string,
  otherNames: (value: string) => readonly string[],
): readonly PickerOption[] {
  const wanted = withoutAccents(query.trim())
  if (wanted === '') return options
  const names = ({ value, label, secondary = '' }: PickerOption) =>
    [label, secondary, ...otherNames(value)].map(withoutAccents)
  const ranked = options.map((option) => {
    const all = names(option)
    const begins = all.some((name) => name.startsWith(wanted))
    return { option, rank: begins ? 0 : all.some((name) => hasWord(name, wanted)) ? 1 : 2 }
  })
  return [0, 1].flatMap((rank) => ranked.filter((one) => one.rank === rank).map(({ option }) => option))
}

const hasWord = (name: string, wanted: string) =>
  name.split(/[^\p{L}\p{N}+]+/u).some((_word, at, words) => words.slice(at).join(' ').startsWith(wanted))
