import type { licenceWords as english } from '../en/licence.ts'
import type { Words } from '../../domain/language.ts'

/** The page on which people allow a computer to use a product. */
export const licenceWords: Words<typeof english> = {
  wrongRequest: {
    title: 'Diese Anfrage ist ungültig',
    text: 'Das Programm hat eine Anfrage gesendet, die der Shop nicht annimmt. Aktualisieren Sie das Programm und melden Sie sich erneut an.',
  },
  tooMany: {
    title: 'Zu viele Anfragen',
    text: (minutes) =>
      `Aus diesem Netz kamen zu viele Anfragen. Melden Sie sich in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} im Programm erneut an.`,
  },
  expired: {
    title: 'Diese Anfrage ist nicht mehr offen',
    text: 'Sie wurde schon beantwortet oder ist abgelaufen. Beginnen Sie die Anmeldung im Programm neu.',
  },
  stale: {
    title: 'Diese Seite ist abgelaufen',
    text: 'Es wurde nichts geändert. Beginnen Sie die Anmeldung im Programm neu.',
  },
  signIn: {
    title: 'Auf Ihrem Computer anmelden',
    text: 'Melden Sie sich zuerst in Ihrem Konto an. Danach können Sie den Computer zulassen.',
    button: 'Anmelden',
  },
  offers: {
    trial: 'Kostenlos testen',
    plans: 'Tarife ansehen',
    back: 'Kehren Sie danach auf diese Seite zurück. Ist die Anfrage dann abgelaufen, beginnen Sie im Programm von vorn.',
  },
  notEntitled: {
    title: 'Sie haben keinen aktiven Tarif',
    text: (product, email) =>
      `Das Konto ${email} hat keinen aktiven Tarif für ${product}. Schließen Sie einen ab, dann geht es hier weiter.`,
    unavailable:
      'Ihr Konto kann derzeit auf keinem Computer genutzt werden. Wenden Sie sich bei Fragen an den Support.',
    again: 'Weiter',
  },
  code: {
    title: 'Auf Ihrem Computer anmelden',
    text: 'Geben Sie den Code ein, den das Programm auf Ihrem Computer anzeigt. Geben Sie nie einen Code ein, den Ihnen eine andere Person geschickt hat.',
    label: 'Code',
    hint: 'Acht Buchstaben, zum Beispiel BCDF-GHJK',
    button: 'Weiter',
    wrong: 'Dieser Code ist falsch oder abgelaufen. Prüfen Sie den Code im Programm',
    tooMany:
      'Es wurden zu viele Codes eingegeben. Warten Sie zehn Minuten und melden Sie sich dann im Programm erneut an',
  },
  question: {
    title: (product) => `Bei ${product} anmelden`,
    text: (product, email) => `Darf dieser Computer ${product} mit dem Konto ${email} nutzen?`,
    name: 'Vom Computer gemeldeter Name',
    unnamed: 'Keine Angabe',
    system: 'System',
    network: 'Netzwerkadresse',
    time: 'Angefragt',
    warning: 'Lassen Sie ihn nur zu, wenn Sie die Anmeldung gerade selbst auf diesem Computer begonnen haben.',
    allow: 'Zulassen',
    refuse: 'Ablehnen',
  },
  full: {
    title: 'Höchstzahl an Computern erreicht',
    text: (product, count) =>
      `Bei ${product} ${count === 1 ? 'ist 1' : `sind ${count}`} Computer angemeldet, die Höchstzahl für dieses Produkt. Melden Sie ${count === 1 ? 'ihn' : 'einen'} ab, um fortzufahren.`,
    unnamed: 'Computer ohne Namen',
    seen: (when) => `Zuletzt gesehen am ${when} UTC`,
    signOut: 'Diesen Computer abmelden',
  },
  swaps: {
    title: 'Zu viele neue Computer',
    text: (product, limit) =>
      `Sie haben für ${product} in den letzten 30 Tagen ${limit} Computer hinzugefügt; mehr sind nicht möglich. Wenden Sie sich an den Support, wenn Sie mehr brauchen.`,
  },
  end: {
    title: 'Diesen Computer abmelden?',
    text: (name, product) =>
      `Der Computer „${name}“ ist bei ${product} angemeldet. Wenn Sie ihn abmelden, läuft das Programm darauf nur noch, bis es sich das nächste Mal verbindet oder seine Lizenz abläuft.`,
    unnamed: (product) =>
      `Ein Computer ohne Namen ist bei ${product} angemeldet. Wenn Sie ihn abmelden, läuft das Programm darauf nur noch, bis es sich das nächste Mal verbindet oder seine Lizenz abläuft.`,
    done: {
      title: 'Der Computer ist abgemeldet',
      text: 'Das Programm darauf läuft nur noch, bis es sich das nächste Mal verbindet oder seine Lizenz abläuft. Wenn Sie diesen Computer nicht zugelassen haben, legen Sie ein neues Passwort fest.',
    },
    over: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Der Computer wurde abgemeldet oder neu angemeldet, oder der Link ist unvollständig. Ihre Kontoseite nennt die angemeldeten Computer.',
    },
  },
  file: {
    title: 'Lizenzdatei für einen Computer ohne Netz',
    text: 'Das Programm auf einem solchen Computer speichert eine Anfrage: eine Datei, die auf .req endet. Wählen Sie sie hier aus, und Sie erhalten die Lizenzdatei für diesen Computer.',
    label: 'Anfragedatei',
    hint: 'Übertragen Sie die Lizenzdatei auf diesen Computer und öffnen Sie sie dort im Programm. Sie gilt nur auf diesem Computer.',
    button: 'Lizenzdatei abrufen',
    note: 'Er zählt als einer Ihrer Computer. Wenn seine Lizenzdatei abläuft, wiederholen Sie diese Schritte.',
    account: 'Ihre Computer',
    signIn: 'Melden Sie sich zuerst in Ihrem Konto an. Danach können Sie eine Lizenzdatei abrufen.',
    signInButton: 'Anmelden',
    problems: {
      invalid:
        'Diese Datei ist keine Anfrage von einem unserer Programme, oder sie ist unvollständig. Speichern Sie die Anfrage im Programm noch einmal',
      'not-offered':
        'Für dieses Produkt gibt es keine Lizenzdateien. Verbinden Sie den Computer mit dem Internet und melden Sie sich dort an',
      'not-entitled': (product) =>
        `Sie haben keinen aktiven Tarif für ${product}. Schließen Sie einen ab und versuchen Sie es dann noch einmal`,
      devices: (product) =>
        `Sie haben die Höchstzahl an Computern für ${product} erreicht. Melden Sie einen auf Ihrer Kontoseite ab und versuchen Sie es dann noch einmal`,
      tooMany: 'Sie haben zu viele Lizenzdateien abgerufen. Versuchen Sie es in einer Stunde noch einmal',
      noAccount: 'Dieses Konto hat keine Tarife. Melden Sie sich mit dem Konto an, das einen hat',
    },
  },
  allowed: {
    title: 'Der Computer ist angemeldet',
    text: 'Kehren Sie zum Programm zurück. Sie können diese Seite schließen.',
  },
  refused: {
    title: 'Der Computer ist nicht angemeldet',
    text: 'Sie haben die Anfrage abgelehnt. Sie können diese Seite schließen.',
  },
  back: 'Zum Programm zurückkehren',
}
