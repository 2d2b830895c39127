/**
 * Returns the consonants of a word as a script without vowels writes them: `w` and `y` may be vowels there, `g` and `j`
 * are one letter in many countries, and so are `d` and `z` (`dh` stands for that letter). A vowel at the start is kept
 * as `a`.
 */
export function skeletonsOf({ text, vowelless }: { text: string; vowelless: boolean }): readonly string[] {
  if (!vowelless) return [folded(text.replaceAll('dh', 'd'))]
  let readings = [text]
  for (const [letter, other] of otherReadings)
    readings = readings.flatMap((one) => (letter.test(one) ? [one, one.replaceAll(letter, other)] : [one]))
  return [...new Set(readings.map((one) => folded(one.replaceAll('dh', 'd'))))]
}

/** Other readings of a letter of such a script. */
const otherReadings: readonly (readonly [RegExp, string])[] = [
  // Transliteration writes a vowel before a heh, as in Suhail; Azhar has none there, and the lists write it with `zh`.
  [/(?<=[dgkstz])eh/g, 'h'],
  [/dh/g, 'z'],
  // Persian and Urdu: Saqib.
  [/th/g, 's'],
  // From Morocco to Libya: Gaddafi, Belgacem.
  [/q/g, 'g'],
  // In French letters: Alouche.
  [/sh/g, 'ch'],
  // The article before these letters sounds like them: Essabar.
  [/^al(?=[dnrstz])/g, 'a'],
]

const pairs = new Map(
  'kh:h ph:f th:t gh:g tsch:c tch:c ch:c dj:g dzh:g zh:g sch:x sh:x ts:s tz:s ck:k'.split(' ').map((pair) => {
    const [from = '', to = ''] = pair.split(':')
    return [from, to] as const
  }),
)
const single: Record<string, string> = { q: 'k', j: 'g', p: 'b' }

const folded = (text: string) =>
  text
    .replaceAll(/tsch|tch|dzh|sch|kh|ph|th|gh|ch|dj|zh|sh|ts|tz|ck/g, (pair) => pairs.get(pair) ?? pair)
    .replaceAll(/c(?=[aou])/g, 'k')
    .replaceAll(/c(?=[eiy])/g, 's')
    // Nuraldin is Nuruddin and Noureddine.
    .replace(/(?<=.)[aeu]l(?=d+[iye]+n)/, '')
    .replaceAll(/[qjp]/g, (letter) => single[letter] ?? letter)
    .replace(/(?<=.)h$/, '')
    .replace(/^[aeiouywv]+/, 'A')
    .replaceAll(/[aeiouywv]+/g, '')
    .replaceAll(/(.)\1+/g, '$1')
