import { pinyinOf } from './pinyin.ts'
import { latinInOrder, letterByLetter } from './scripts.ts'

/** Transliterates words in other scripts, spelt as in the lists. Vowels that a script omits stay out. */
export function transliterate(text: string): string {
  if (!otherScripts.test(text)) return text
  const own = greekPairs(hangul(arabicWords(pinyinOf(latinInOrder(text)))))
    .replaceAll(hehApart, 'eh')
    .replaceAll(/[\u0370-\u06FF]/g, (letter) => letters.get(letter) ?? letter)
  return letterByLetter(own)
}

/**
 * A heh after these letters is not the second half of `th`, `sh`, `zh`, `dh`, `kh` or `gh`: usually a short vowel is
 * between them.
 */
const hehApart = /(?<=[تطسصزدكکگ])ه/g

/** All characters except the usual Latin letters, marks, punctuation and signs. */
const otherScripts = /[\u0180-\u02FF\u0370-\u1DBF\u1F00-\u1FFF\u2C00-\uFFFF]/

const letters = new Map<string, string>()
const row = (from: string, to: string) => {
  const sounds = to.split(' ')
  for (const [at, letter] of Array.from(from).entries())
    letters.set(letter, sounds[at] === '-' ? '' : (sounds[at] ?? ''))
}
// Cyrillic: Russian, then the additional letters of Ukrainian, Belarusian, Serbian, Macedonian and Kazakh.
row('абвгдежзийклмнопрстуфхцчшщъыьэюя', 'a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch - y - e yu ya')
row('ёіїєґўђјљњћџѓќѕәғқңөұүһ', 'e i yi ye g w dj j lj nj c dz g k dz a g k n o u u h')
// Greek without its pairs; accents are removed.
row('αβγδεζηθικλμνξοπρσςτυφχψω', 'a v g d e z i th i k l m n x o p r s s t y f ch ps o')
// Arabic, then the additional letters of Persian and Urdu. A hamza without vowel and the marks are not spelt in the
// lists.
row('ابتثجحخدذرزسشصضطظعغفقكلمنهوي', 'a b t th j h kh d dh r z s sh s dh t dh a gh f q k l m n h w y')
row('آأإٱةىءؤئپچژگکیےں', 'a a i a a a - w y p ch zh g k y y n')
row('ـًٌٍَُِّْٰ', '- an un in a u i - - a')
// Hebrew.
row('אבגדהוזחטיכךלמםנןסעפףצץקרשת', 'a b g d h v z ch t y k k l m m n n s a p f ts ts k r sh t')
// Armenian.
row(
  'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ',
  'a b g d e z e y t zh i l kh ts k h dz gh ch m y n sh o ch p j r s v t r ts v p k o f',
)

const greekTwo = new Map(
  'ου:ou αυ:av ευ:ev μπ:b ντ:d γκ:g γγ:ng τζ:tz τσ:ts αι:ai ει:i οι:i'.split(' ').map((pair) => {
    const [from = '', to = ''] = pair.split(':')
    return [from, to] as const
  }),
)
/** Pairs of Greek letters with one sound; `μπ` and `ντ` inside a word keep both sounds. */
function greekPairs(text: string): string {
  return text
    .replaceAll(/(?<=\p{L})μπ/gu, 'mp')
    .replaceAll(/(?<=\p{L})ντ/gu, 'nt')
    .replaceAll(/[αεομνγτ][υπτκγζσι]/g, (pair) => greekTwo.get(pair) ?? pair)
}

/** Arabic omits short vowels, so the most common names are listed as whole words. */
const arabicNames = new Map(
  (
    'محمد:muhammad أحمد:ahmad احمد:ahmad محمود:mahmud حسن:hassan حسين:hussein علي:ali على:ali عمر:omar عثمان:othman ' +
    'خالد:khalid عبد:abd عبدالله:abdallah عبداللہ:abdallah الله:allah إبراهيم:ibrahim ابراهيم:ibrahim يوسف:yusuf ' +
    'مصطفى:mustafa صالح:salih سعيد:said سعد:saad ناصر:nasser سالم:salem فيصل:faysal طارق:tariq كريم:karim جمال:jamal ' +
    'كمال:kamal رشيد:rashid حمد:hamad حامد:hamid حميد:hamid سليمان:sulayman داود:dawud موسى:musa عيسى:isa بشار:bashar ' +
    'الأسد:alassad الاسد:alassad القذافي:qadhafi معمر:muammar صدام:saddam أسامة:usama بن:bin ابن:ibn أبو:abu ابو:abu ' +
    'زيد:zayd زياد:ziyad ياسر:yasir أيمن:ayman ايمن:ayman الظواهري:alzawahiri رضا:reza مهدي:mahdi حسنی:hosni ' +
    'شركة:company مؤسسة:establishment بنك:bank مصرف:bank للتجارة:trading التجارية:trading العامة:general مجموعة:group'
  )
    .split(' ')
    .map((pair) => {
      const [from = '', to = ''] = pair.split(':')
      return [inArabicLetters(from), to] as const
    }),
)
const arabicName = (word: string) => arabicNames.get(inArabicLetters(word))

/** Persian and Urdu have separate letters for the same sounds, and a name is the same with or without its hamza. */
function inArabicLetters(word: string): string {
  return word
    .replaceAll(/[ىیےئ]/g, 'ي')
    .replaceAll('ک', 'ك')
    .replaceAll(/[ھہۀ]/g, 'ه')
    .replaceAll(/[أإآٱ]/g, 'ا')
    .replaceAll('ؤ', 'و')
}

function arabicWords(text: string): string {
  return text.replaceAll(/[\u064B-\u0652\u0670\u0640]/g, '').replaceAll(/[\u0621-\u06FF]+/g, (word) => {
    const known = arabicName(word)
    if (known !== undefined) return known
    const servant = /^عبد(?=ال.{2})/.exec(word)
    if (servant) return `abd ${arabicWord(word.slice(3))}`
    return arabicWord(word)
  })
}

/** Transliterates a word, with its article apart. */
function arabicWord(word: string): string {
  const article = /^(?:و?ال)(?=.{2})/.exec(word)
  const rest = article ? word.slice(article[0].length) : word
  return (article ? 'al ' : '') + (arabicName(rest) ?? rest)
}

const [initials, vowels, finals] = [
  'k kk n t tt r m p pp s ss - ch tch ch k t p h',
  'a ae ya yae o e yo ye o wa wae oe yo u wo we wi yu u ui i',
  '- k k k n n n t l k m l l l p l m p p t t ng t t k t p t',
].map((list) => list.split(' ').map((sound) => (sound === '-' ? '' : sound))) as [string[], string[], string[]]

/** Surnames that are commonly written differently from their reading. */
const koreanSurnames = new Map(
  '김:kim 이:ri 리:ri 박:pak 백:paek 류:ryu 유:yu 임:im 림:rim 노:no 로:ro 조:jo 정:jong 전:jon 장:jang'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)
/**
 * Transliterates Korean according to McCune and Reischauer without marks, as in the lists; a name's syllables are
 * separate, a longer text is one word.
 */
function hangul(text: string): string {
  return text.replaceAll(/[\uAC00-\uD7A3]+/g, (run) => {
    const syllables = Array.from(run, (syllable, place) => {
      const at = syllable.charCodeAt(0) - 0xac00
      const initial = initials[Math.floor(at / 588)] ?? ''
      // Between two syllables of a given name these consonants are voiced: Jong Un, not Chong Un.
      const voiced =
        place > 0
          ? ({ k: 'g', t: 'd', p: 'b', ch: Math.floor(at / 588) === 12 ? 'j' : 'ch' }[initial] ?? initial)
          : initial
      return `${voiced}${vowels[Math.floor((at % 588) / 28)]}${finals[at % 28]}`
    })
    if (syllables.length > 4) return syllables.join('')
    return ` ${[koreanSurnames.get(run[0] ?? '') ?? syllables[0] ?? '', ...syllables.slice(1)].join(' ')} `
  })
}
