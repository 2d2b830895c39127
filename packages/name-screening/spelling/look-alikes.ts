/**
 * Letters of other scripts that look like Latin ones, according to the confusables of Unicode
 * (https://www.unicode.org/reports/tr39/).
 */
const lookAlikes = new Map(
  [
    // Cyrillic
    'аa вb сc еe һh нh іi јj кk мm оo рp ѕs тt уy хx ѵv ԁd ԛq ԝw ԍg пn гr',
    'АA ВB СC ЕE ҺH НH ІI ЈJ КK МM ОO РP ЅS ТT УY ХX ѴV ԌG ԚQ ԜW ЗZ',
    // Greek
    'αa βb εe ηn ιi κk νv οo ρp τt υu χx ζz γy σo',
    'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX',
    // Armenian
    'ոn օo սu հh յj ցg զq քp լl ՕO ՍU ՏS ԼL ՀZ',
    // Cherokee
    'ᎪA ᏴB ᏟC ᎠD ᎬE ᏀG ᎻH ᎥI ᎫJ ᏦK ᏞL ᎷM ᏢP ᎡR ᏚS ᎢT ᏙV ᎳW ᎩY ᏃZ ᎾO',
    // Lisu
    'ꓐB ꓑP ꓒd ꓓD ꓔT ꓖG ꓗK ꓙJ ꓚC ꓜZ ꓝF ꓟM ꓠN ꓡL ꓢS ꓣR ꓦV ꓧH ꓪW ꓫX ꓬY ꓮA ꓰE ꓲI ꓳO ꓴU',
  ].flatMap((row) => row.split(' ').map((pair) => Array.from(pair) as [string, string])),
)
const other = /[\u0370-\u058F\u13A0-\u13FF]/
/** Lisu is written with the shapes of Latin capitals, and is not transliterated here. */
const lisu = /[\uA4D0-\uA4FF]/g
const latin = /[a-z]/i

/** The letters of one word, with the marks between them. */
const word = /[\p{L}\p{M}\p{Cf}'’‘ʼʻʿʾ`´′]+/gu

/** Replaces letters that only look Latin by Latin ones, in words with both. A word in one script is left unchanged. */
export function withoutLookAlikes(name: string): string {
  const text = name.replaceAll(lisu, (letter) => lookAlikes.get(letter) ?? letter)
  if (!other.test(text) || !latin.test(text)) return text
  return text.replaceAll(word, (one) =>
    latin.test(one) && other.test(one) ? Array.from(one, (letter) => lookAlikes.get(letter) ?? letter).join('') : one,
  )
}
