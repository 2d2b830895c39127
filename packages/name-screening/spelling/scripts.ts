import { burmeseSequences, latinOf } from './letters.ts'
import { steps } from '../steps.ts'

/** Transliterates scripts whose letters are read in another order than they are written, or with unwritten vowels. */
export function latinInOrder(text: string): string {
  steps.taken += text.length
  return abugidas(kana(burmese(thai(text))))
}

/** Transliterates each remaining letter separately. An unknown letter is unchanged. */
export const letterByLetter = (text: string) =>
  text.replaceAll(/[\u0180-\u02FF\u0370-\u1DBF\u1F00-\u1FFF\u2C00-\uFFFF]/g, (letter) => latinOf.get(letter) ?? letter)

/** Thai and Lao: a vowel before a consonant is read after it, and a letter under a silencer is not read. */
function thai(text: string): string {
  return text
    .replaceAll(/[ก-ฮ][\u0E34-\u0E3A]?\u0E4C|[ກ-ຮ]\u0ECC/g, '')
    .replaceAll(/([\u0E40-\u0E44])([ก-ฮ])|([\u0EC0-\u0EC4])([ກ-ຮ])/g, '$2$1$4$3')
    .replaceAll(/อ(?=[\u0E30-\u0E3A\u0E40-\u0E47])|ອ(?=[\u0EB0-\u0EC4])/g, '')
}

const sequences = [...burmeseSequences.keys()]
  .filter((one) => one.length > 1)
  .toSorted((one, other) => other.length - one.length)
const burmeseSequence = new RegExp(sequences.join('|'), 'g')
/** Burmese writes a name without spaces: each syllable becomes a word, as in the lists. */
function burmese(text: string): string {
  if (!/[\u1000-\u109F]/.test(text)) return text
  return text
    .replaceAll(/(?=[\u1000-\u102A])(?!.[\u1037\u1038]*[\u1039\u103A])(?<!\u1039)/g, ' ')
    .replaceAll(/([\u1000-\u1021])([\u103B-\u103D]*)\u103E/g, 'h$1$2')
    .replaceAll(burmeseSequence, (found) => burmeseSequences.get(found)?.replace(/ine$/, 'aing') ?? found)
    .replaceAll(/အ(?=[a-z])/g, '')
    .replaceAll(/[\u1000-\u109F]/g, (letter) => burmeseSequences.get(letter) ?? latinOf.get(letter) ?? letter)
    .replaceAll(/hc|hk|hp/g, (pair) => (pair === 'hc' ? 's' : `${pair[1]}h`))
}

const small: Record<string, string> = { ゃ: 'a', ゅ: 'u', ょ: 'o', ャ: 'a', ュ: 'u', ョ: 'o' }
/**
 * Kana in Hepburn romanisation: small letters belong to the previous one, and long vowels are written once, as in
 * names.
 */
function kana(text: string): string {
  if (!/[\u3040-\u30FF]/.test(text)) return text
  return text.replaceAll(/[\u3040-\u30FF]+/g, (run) =>
    run
      .replaceAll(/(.)([ゃゅょャュョ])/g, (_all, one: string, other: string) => {
        const start = (latinOf.get(one) ?? '').slice(0, -1)
        return start + (/^(?:sh|ch|j)$/.test(start) ? '' : 'y') + (small[other] ?? '')
      })
      .replaceAll(/[っッ](.)/g, (_all, next: string) => (latinOf.get(next) ?? '').slice(0, 1) + next)
      .replaceAll(/[ー・]/g, (mark) => (mark === 'ー' ? '' : ' '))
      .replaceAll(/[\u3040-\u30FF]/g, (letter) => latinOf.get(letter) ?? letter)
      .replaceAll(/ou|oo/g, 'o')
      .replaceAll('uu', 'u'),
  )
}

const virama = /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u17D2]/
const nasal = /[\u0902\u0982\u0A02\u0A70\u0A82\u0C02\u0C82]/
const abugida = /[\u0900-\u0DFF\u1780-\u17FF]/
/** A placeholder for an unwritten vowel. */
const unwritten = '\uE000'
/**
 * Hindi, Bengali, Punjabi, Gujarati and Khmer do not pronounce it at the end of a word, unless two consonants precede
 * it.
 */
const lastUnspoken = /(?<=[aeiou\uE000]n?(?:[bcdgjkpst]h|[b-df-hj-np-tv-z]))\uE000(?![a-z\uE000])/g

/** The scripts of India, Sinhala and Khmer: a consonant without another vowel sign is read with an `a`. */
function abugidas(text: string): string {
  if (!abugida.test(text)) return text
  const letters = Array.from(text)
  let latin = ''
  for (const [at, letter] of letters.entries()) {
    const sound = latinOf.get(letter)
    if (!abugida.test(letter) || sound === undefined) {
      latin += letter
      continue
    }
    if (virama.test(letter)) continue
    latin += nasal.test(letter) && !/[\u092A-\u092E]/.test(letters[at + 1] ?? '') ? 'n' : sound
    if (!/\p{L}/u.test(letter) || !/^[^aeiou]/.test(sound)) continue
    const next =
      letters
        .slice(at + 1, at + 4)
        .find((one) => !(/\p{M}/u.test(one) && latinOf.get(one) === '' && !virama.test(one))) ?? ''
    const written = virama.test(next) || (/\p{M}/u.test(next) && /^[aeiou]/.test(latinOf.get(next) ?? ''))
    latin += written ? '' : unwritten
  }
  const northern = /[\u0900-\u0AFF\u1780-\u17FF]/.test(text)
  return (northern ? latin.replaceAll(lastUnspoken, '') : latin).replaceAll(unwritten, 'a')
}
