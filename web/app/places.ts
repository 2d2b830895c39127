import { paths } from '../../contract/screens.ts'
import { shopWords } from '#words/shop.ts'

const t = shopWords.header

export type Place = { href: string; label: string; second?: boolean }

/** Where there is no room for them in the header, they are in the menu alone. */
export const adminPlaces: Place[] = [
  { href: paths.reviews, label: t.reviews, second: true },
  { href: paths.screening, label: t.screening, second: true },
  { href: paths.queue, label: t.queue, second: true },
]
