/** Texts by plural form: the categories of Intl.PluralRules. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** A vendor's texts by key; `{0}` is the first value of the text that each replaces. */
export type VendorTexts = Readonly<Record<string, string | Forms>>

/** Returns a part of the texts with the vendor's texts in it, or the part itself if there are none. */
export type Reword = <T>(key: string, words: T) => T

/** Keys for exports that are part of another one, or whose key would already be taken. */
const keys: Record<string, string> = {
  refusals: 'errors',
  errorMessages: 'errors',
  fieldMessages: 'messages',
  allFieldMessages: 'messages',
}

/** Returns the key of an export of a language file: `plansWords` is `plans`. */
export const keyOfExport = (name: string): string => keys[name] ?? name.replace(/Words$/, '')

/** For texts in a language whose plurals are those of `locale`. */
export function reworder(texts: VendorTexts, locale: string): Reword {
  const plurals = new Intl.PluralRules(locale)
  const all = Object.keys(texts)

  function fill(text: string | Forms, values: readonly unknown[]): string {
    const count = values.find((value) => typeof value === 'number') ?? 0
    const form = typeof text === 'string' ? text : (text[plurals.select(count)] ?? text.other)
    return form.replaceAll(/\{(\d+)\}/g, (_, place: string) =>
      String((values as (string | number | null | undefined)[])[Number(place)] ?? ''),
    )
  }

  function inside(key: string, words: unknown, values: readonly unknown[]): unknown {
    const text = texts[key]
    if (typeof words === 'function') {
      const say = words as (...given: unknown[]) => unknown
      if (text !== undefined) return (...given: unknown[]) => fill(text, [...values, ...given])
      if (!all.some((one) => one.startsWith(`${key}.`))) return words
      return (...given: unknown[]) => inside(key, say(...given), [...values, ...given])
    }
    if (typeof words === 'string') return text === undefined ? words : fill(text, values)
    if (!isPlain(words) || !all.some((one) => one.startsWith(`${key}.`))) return words
    return Object.fromEntries(
      Object.entries(words).map(([name, part]) => [name, inside(`${key}.${name}`, part, values)]),
    )
  }

  return <T>(key: string, words: T) => inside(key, words, []) as T
}

/** Whether these are plain texts by name, instead of a list, a map or a date. */
export const isPlain = (words: unknown): words is Record<string, unknown> =>
  typeof words === 'object' && words !== null && Object.getPrototypeOf(words) === Object.prototype
