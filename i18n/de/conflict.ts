import type { Words } from '../../domain/language.ts'
import type { conflictWords as english } from '../en/conflict.ts'

export const conflictWords: Words<typeof english> = {
  changed: (by, at) => `Zuletzt geändert von ${by} am ${at} UTC.`,
}
