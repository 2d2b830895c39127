import type { Words } from '../../domain/language.ts'
import type { wholeMoment as english } from '../en/moments.ts'
import { locale } from './locale.ts'

const whole = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
})

/** 'Fr., 20.11.2026, 13:25:00 UTC' */
export const wholeMoment: Words<typeof english> = (date) => `${whole.format(date)} UTC`
