import type { emailChangeWords as english } from '../../en/account/email-change.ts'
import type { Words } from '../../../domain/language.ts'

/** The pages on which people confirm a new email address, agree to a change of theirs, or cancel one. */
export const emailChangeWords: Words<typeof english> = {
  ask: {
    title: 'Neue E-Mail-Adresse bestätigen',
    text: (email) =>
      `Ab jetzt melden Sie sich mit ${email} an und erhalten dort unsere E-Mails. Ihr Passwort bleibt gleich.`,
    later: (email, when) =>
      `Ab ${when} UTC melden Sie sich mit ${email} an und erhalten dort unsere E-Mails. Die Änderung gilt früher, wenn ihr über die bisherige Adresse zugestimmt wird, und gar nicht, wenn sie dort abgebrochen wird. Ihr Passwort bleibt gleich.`,
    button: 'Adresse bestätigen',
  },
  waits: {
    title: 'Ihre neue E-Mail-Adresse ist bestätigt',
    text: (when) =>
      `Sie gilt ab ${when} UTC oder früher, wenn der Änderung über die bisherige Adresse zugestimmt wird. Bis dahin melden Sie sich mit der bisherigen Adresse an.`,
  },
  done: {
    title: 'Ihre E-Mail-Adresse wurde geändert',
    text: 'Melden Sie sich mit der neuen Adresse an. Sie wurden auf allen Geräten abgemeldet.',
    link: 'Anmelden',
  },
  taken: {
    title: 'Zu dieser Adresse gibt es bereits ein Konto',
    text: 'Diese E-Mail-Adresse gehört inzwischen zu einem anderen Konto, deshalb wurde nichts geändert.',
  },
  agree: {
    ask: {
      title: 'Der neuen E-Mail-Adresse zustimmen',
      text: 'Ihr Konto erhält die neue E-Mail-Adresse, sobald sie bestätigt ist. Danach melden Sie sich mit ihr an.',
      button: 'Zustimmen',
    },
    done: {
      title: 'Sie haben zugestimmt',
      text: 'Ihr Konto erhält die neue E-Mail-Adresse, sobald sie bestätigt ist.',
    },
  },
  cancel: {
    request: {
      ask: {
        title: 'Änderung Ihrer E-Mail-Adresse abbrechen',
        text: 'Ihr Konto behält seine jetzige Adresse.',
        button: 'Änderung abbrechen',
      },
      done: { title: 'Die Änderung ist abgebrochen', text: 'Ihr Konto behält seine jetzige Adresse.' },
    },
    own: {
      ask: {
        title: 'Änderung Ihrer E-Mail-Adresse abbrechen',
        text: 'Ihr Konto behält diese Adresse oder erhält sie zurück. Alle Geräte werden abgemeldet. Das Passwort gilt nicht mehr, denn wer die Änderung angefordert hat, kannte es: Wir senden Ihnen einen Link für ein neues.',
        button: 'Änderung abbrechen',
      },
      done: {
        title: 'Diese Adresse gehört zu Ihrem Konto',
        text: 'Alle Geräte sind abgemeldet. Wir haben Ihnen einen Link für ein neues Passwort gesendet. Wenn er nicht ankommt, fordern Sie bei der Anmeldung einen anderen an.',
      },
      withoutRole: {
        title: 'Diese Adresse gehört zu Ihrem Konto',
        text: 'Alle Geräte sind abgemeldet. Wir haben Ihnen einen Link für ein neues Passwort gesendet. Ihre Rolle in der Verwaltung ist beendet, weil kein zweiter Faktor sie schützt: Bitten Sie den Betreiber, sie erneut zu vergeben.',
      },
      taken: {
        title: 'Diese Adresse gehört zu einem anderen Konto',
        text: 'Diese E-Mail-Adresse gehört inzwischen zu einem anderen Konto, deshalb behält das betroffene Konto die neuere. Alle seine Geräte sind abgemeldet, und sein Passwort gilt nicht mehr. Schreiben Sie an unseren Support.',
      },
    },
  },
  unknown: {
    title: 'Dieser Link funktioniert nicht',
    text: 'Er ist abgelaufen oder wurde schon verwendet, oder die Änderung wurde abgebrochen oder ersetzt. Wenn Sie weiterhin eine andere Adresse möchten, fordern Sie einen neuen Link an.',
    cancel: (support) =>
      `Er ist abgelaufen oder wurde schon verwendet, oder die Änderung wurde abgebrochen oder ersetzt. Wenn Sie die Änderung nicht veranlasst haben, schreiben Sie an ${support}.`,
    link: 'Ihr Konto',
  },
}
