const paths = {
  blocked: ['M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z', 'm5.7 5.7 12.6 12.6'],
  calendar: [
    'M5 6.5h14a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7.5a1 1 0 0 1 1-1Z',
    'M4 11h16',
    'M8 4v4',
    'M16 4v4',
  ],
  check: ['m5 12.5 4.5 4.5L19 7.5'],
  'check-circle': ['M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z', 'm8.25 12.25 2.6 2.6 5-5.25'],
  'chevron-down': ['m6.5 9.5 5.5 5.5 5.5-5.5'],
  'chevron-end': ['m9.5 6.5 5.5 5.5-5.5 5.5'],
  clock: ['M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z', 'M12 7.5V12l3 2'],
  close: ['m6.5 6.5 11 11', 'm17.5 6.5-11 11'],
  download: ['M12 4v11', 'm7 10.5 5 5 5-5', 'M5 20h14'],
  error: ['M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z', 'M12 7.75v5', 'M12 16.25v.01'],
  info: ['M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z', 'M12 11.25v5', 'M12 7.75v.01'],
  lock: [
    'M6.5 10.5h11a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-7.5a1 1 0 0 1 1-1Z',
    'M8.25 10.5V8a3.75 3.75 0 0 1 7.5 0v2.5',
  ],
  search: ['M10.75 4.5a6.25 6.25 0 1 0 0 12.5 6.25 6.25 0 0 0 0-12.5Z', 'm15.5 15.5 4 4'],
  'sign-out': ['M10 4.5H6A1.5 1.5 0 0 0 4.5 6v12A1.5 1.5 0 0 0 6 19.5h4', 'M10 12h10', 'm16.5 8.5 3.5 3.5-3.5 3.5'],
  user: ['M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z', 'M4.5 20c.8-3.4 3.8-5 7.5-5s6.7 1.6 7.5 5'],
  warning: ['M12 4 2.75 19.5h18.5Z', 'M12 10v4.5', 'M12 17v.01'],
} as const

export type IconName = keyof typeof paths

/** An icon beside words, hidden from screen readers; its height is 1.25 of the font size. */
export function Icon({ name }: { name: IconName }) {
  return <IconOf paths={paths[name]} directional={name === 'chevron-end' || name === 'sign-out'} />
}

/** `directional`: mirrored where text runs from right to left. */
export function IconOf({ paths: shown, directional }: { paths: readonly string[]; directional: boolean }) {
  return (
    <svg className={directional ? 'icon icon--directional' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      {shown.map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  )
}
