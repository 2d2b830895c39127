import type { remindersWords as english } from '../../en/mails/reminders.ts'
import type { Words } from '../../../domain/language.ts'

/** The page on which a person unsubscribes from reminders. */
export const remindersWords: Words<typeof english> = {
  ask: {
    title: 'Erinnerungen abbestellen',
    text: 'Sie erhalten von uns keine E-Mails mehr zum Ende einer Testversion. E-Mails zu Ihrem Konto und zu Ihren Zahlungen kommen weiterhin.',
    button: 'Erinnerungen abbestellen',
  },
  done: {
    title: 'Sie erhalten keine Erinnerungen mehr',
    text: 'E-Mails zu Ihrem Konto und zu Ihren Zahlungen kommen weiterhin.',
  },
  unknown: {
    title: 'Dieser Link funktioniert nicht',
    text: 'Bitte öffnen Sie ihn noch einmal vollständig aus der E-Mail.',
  },
}
