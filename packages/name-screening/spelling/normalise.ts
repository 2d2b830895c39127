import { steps } from '../steps.ts'
import { withoutLookAlikes } from './look-alikes.ts'
import { transliterate } from './transliterate.ts'

/** No real name is longer, and comparing the rest would take needless time. */
const longest = 600

/** Returns a name for comparison: small Latin letters and digits without accents, in separate words. Idempotent. */
export function normaliseName(name: string): string {
  const text = withoutLookAlikes(name.slice(0, longest).toWellFormed().normalize('NFKD')).toLowerCase()
  steps.taken += text.length
  const latin = transliterate(text.replaceAll(strayMarks, '').normalize('NFC'))
  return transliterate(latin.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}]/gu, ''))
    .replaceAll(/[ßøœæłđðþıəħŋ]/g, (letter) => special.get(letter) ?? letter)
    .replaceAll(apostrophes, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/(?<=\p{L})0(?=\p{L})/gu, 'o')
    .trim()
}

/** Accents, except those that make a different Cyrillic letter, and invisible characters. */
const strayMarks = /\p{Cf}|(?<![иеігкИЕІГК])[\u0300-\u036F]|(?<=[ие])\u0300/gu

const apostrophes = /['’‘ʼʻʿʾ`´′]/g

const special = new Map(
  'ß:ss ø:o œ:oe æ:ae ł:l đ:d ð:d þ:th ı:i ə:a ħ:h ŋ:n'.split(' ').map((pair) => {
    const [from = '', to = ''] = pair.split(':')
    return [from, to] as const
  }),
)
