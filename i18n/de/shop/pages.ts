import type { Words } from '../../../domain/language.ts'
import type { pagesWords as english } from '../../en/shop/pages.ts'

export const pagesWords: Words<typeof english> = {
  failure: {
    heading: 'Etwas ist schiefgegangen',
    text: 'Das hat leider nicht geklappt. Bitte versuchen Sie es erneut.',
    button: 'Zur Startseite',
  },
  busy: {
    heading: '429: Zu viele Anfragen',
    text: 'Bitte versuchen Sie es später erneut.',
    button: 'Zur Startseite',
  },
  forbidden: {
    heading: '403: Kein Zugang',
    text: 'Sie sind nicht berechtigt, diese Seite zu öffnen.',
    button: 'Zur Startseite',
  },
  notFound: {
    heading: '404: Seite nicht gefunden',
    text: 'Die gesuchte Seite ist nicht zu finden.',
    button: 'Zur Startseite',
  },
  notApproved: {
    heading: 'Ihr Konto wurde nicht freigegeben',
    text: 'In dem Land, das Sie angegeben haben, sind unsere Produkte nicht verfügbar.',
    mistake: (address) => `Wenn das ein Irrtum ist, schreiben Sie an ${address}.`,
    contact: 'Support kontaktieren',
  },
}
