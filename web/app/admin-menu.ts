import { paths } from '../../contract/screens.ts'
import { screenTitles } from '#words/titles.ts'

export type MenuItem = { href: string; label: string; second?: boolean }

/** If the header has no space for these links, they appear only in the menu. */
export const adminMenu: MenuItem[] = (['overview', 'reviews', 'screening', 'queue', 'audit', 'help'] as const).map(
  (name) => ({
    href: paths[name],
    label: screenTitles[name],
    second: true,
  }),
)
