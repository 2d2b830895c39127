/**
 * The consonants of a word as a script without vowels writes them: `w` and `y` may be vowels there, `g` and `j` are one
 * letter in many countries, and so are `d` and `z` (`dh` stands for that letter). A vowel in front is kept as `a`.
 */
export function skeletonsOf({ text, bare }: { text: string; bare: boolean }): readonly string[] {
  if (!bare) return [folded(text.replaceAll('dh', 'd'))]
  // Transliteration writes a vowel before a heh, as in Suhail; Azhar has none there, and the lists write it with `zh`.
  const readings = [text, text.replaceAll(/(?<=[dgkstz])eh/g, 'h')]
  return [...new Set(readings.flatMap((one) => [folded(one.replaceAll('dh', 'd')), folded(one.replaceAll('dh', 'z'))]))]
}

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
