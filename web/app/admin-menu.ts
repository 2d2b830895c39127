import { paths } from '../../contract/screens.ts'
import { screenTitles } from '#words/titles.ts'

export type MenuItem = { href: string; label: string; second?: boolean }

/** Where there is no room for them in the header, they are in the menu alone. */
export const adminMenu: MenuItem[] = (['overview', 'reviews', 'screening', 'queue', 'audit', 'help'] as const).map(
  (name) => ({
    href: paths[name],
    label: screenTitles[name],
    second: true,
  }),
)
