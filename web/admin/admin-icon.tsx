import { Icon, IconOf, type IconName } from '../ui/icon.tsx'

/** Icons that no page of the shop shows. */
const paths = {
  'arrow-down': ['M12 5v14', 'm6.5 13.5 5.5 5.5 5.5-5.5'],
  'arrow-up': ['M12 19V5', 'm6.5 10.5 5.5-5.5 5.5 5.5'],
  comment: ['M5 5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-7l-4.5 4v-4H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Z'],
  external: [
    'M14 4.5h5.5V10',
    'm19 5-8 8',
    'M17.5 14v4a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V8A1.5 1.5 0 0 1 6 6.5h4',
  ],
  more: ['M5 12h.01', 'M12 12h.01', 'M19 12h.01'],
  refund: ['m8 5-4 4 4 4', 'M4 9h11a5 5 0 0 1 0 10h-4'],
} as const

export type AdminIconName = IconName | keyof typeof paths

const isOwn = (name: AdminIconName): name is keyof typeof paths => name in paths

/** An icon of the shop or of the admin area, as `Icon`. */
export function AdminIcon({ name }: { name: AdminIconName }) {
  if (!isOwn(name)) return <Icon name={name} />
  return <IconOf paths={paths[name]} directional={name === 'external' || name === 'refund'} />
}
