import { paths, screens } from '../../contract/screens.ts'

export type Place = { href: string; label: string; second?: boolean }

/** Where there is no room for them in the header, they are in the menu alone. */
export const adminPlaces: Place[] = (['overview', 'reviews', 'screening', 'queue', 'audit'] as const).map((name) => ({
  href: paths[name],
  label: screens[name].title,
  second: true,
}))
