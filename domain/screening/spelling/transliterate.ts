import { pinyinOf } from './pinyin.ts'

/** Words in other scripts in Latin letters, as the lists spell them. Vowels that a script leaves out stay out. */
export function transliterate(text: string): string {
  if (!otherScripts.test(text)) return text
  return greekPairs(hangul(arabicWords(pinyinOf(text)))).replaceAll(
    /[\u0370-\u06FF]/g,
    (letter) => letters.get(letter) ?? letter,
  )
}

const otherScripts = /[\u0370-\u06FF\u1100-\u11FF\u1F00-\u1FFF\u3400-\u9FFF\uAC00-\uD7AF]/

const letters = new Map<string, string>()
const row = (from: string, to: string) => {
  const sounds = to.split(' ')
  for (const [at, letter] of Array.from(from).entries())
    letters.set(letter, sounds[at] === '-' ? '' : (sounds[at] ?? ''))
}
// Cyrillic: Russian, then what Ukrainian, Belarusian, Serbian, Macedonian and Kazakh add.
row('абвгдежзийклмнопрстуфхцчшщъыьэюя', 'a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch - y - e yu ya')
row('ёіїєґўђјљњћџѓќѕәғқңөұүһ', 'e i yi ye g w dj j lj nj c dz g k dz a g k n o u u h')
// Greek without its pairs, accents gone.
row('αβγδεζηθικλμνξοπρσςτυφχψω', 'a v g d e z i th i k l m n x o p r s s t y f ch ps o')
// Arabic, then what Persian and Urdu add. A bare hamza and the marks say nothing that the lists spell.
row('ابتثجحخدذرزسشصضطظعغفقكلمنهوي', 'a b t th j h kh d dh r z s sh s d t z a gh f q k l m n h w y')
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
/** Pairs of Greek letters that sound as one; `μπ` and `ντ` inside a word keep both sounds. */
function greekPairs(text: string): string {
  return text
    .replaceAll(/(?<=\p{L})μπ/gu, 'mp')
    .replaceAll(/(?<=\p{L})ντ/gu, 'nt')
    .replaceAll(/[αεομνγτ][υπτκγζσι]/g, (pair) => greekTwo.get(pair) ?? pair)
}

/** Arabic leaves out short vowels, so the commonest names are known whole. */
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
      return [from, to] as const
    }),
)
function arabicWords(text: string): string {
  return text.replaceAll(/[\u064B-\u0652\u0670\u0640]/g, '').replaceAll(/[\u0621-\u06FF]+/g, (word) => {
    const known = arabicNames.get(word)
    if (known !== undefined) return known
    const article = /^(?:و?ال)(?=.{3})/.exec(word)
    return article ? `al ${arabicNames.get(word.slice(article[0].length)) ?? word.slice(article[0].length)}` : word
  })
}

const [initials, vowels, finals] = [
  'g kk n d tt r m b pp s ss - j jj ch k t p h',
  'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i',
  '- k k k n n n t l k m l l l p l m p p t t ng t t k t p t',
].map((list) => list.split(' ').map((sound) => (sound === '-' ? '' : sound))) as [string[], string[], string[]]

/** Korean syllables, by the revised romanisation, each for itself. */
function hangul(text: string): string {
  return text.replaceAll(/[\uAC00-\uD7A3]/g, (syllable) => {
    const at = syllable.charCodeAt(0) - 0xac00
    return `${initials[Math.floor(at / 588)]}${vowels[Math.floor((at % 588) / 28)]}${finals[at % 28]}`
  })
}
