import type { Words } from '../../domain/language.ts'
import type { announcementWords as english } from '../en/announcement.ts'

export const announcementWords: Words<typeof english> = { label: 'Ankündigung' }
