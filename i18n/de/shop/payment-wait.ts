import type { paymentWaitWords as english } from '../../en/shop/payment-wait.ts'
import type { Words } from '../../../domain/language.ts'

export const paymentWaitWords: Words<typeof english> = {
  heading: 'Ihre Zahlung wird bestätigt',
  text: 'Das dauert meist einige Sekunden. Sie können diese Seite auch schließen: Ihre Bestellung wird von selbst abgeschlossen.',
  again: 'Erneut prüfen',
  processing: {
    heading: 'Ihre Zahlung wird bearbeitet',
    text: 'Eine Lastschrift dauert mehrere Werktage. Sobald die Zahlung eingeht, ist Ihre Bestellung abgeschlossen. Dann erhalten Sie eine E-Mail. Sie müssen nicht noch einmal bestellen.',
    button: 'Ihre Abonnements',
  },
  failed: {
    heading: 'Ihre Zahlung ist fehlgeschlagen',
    text: 'Ihre Bestellung wurde nicht ausgeführt und ist jetzt geschlossen. Sie können erneut bestellen und auf anderem Weg bezahlen, zum Beispiel mit Karte. Geht für die geschlossene Bestellung doch noch Geld ein, erstatten wir es.',
    button: 'Erneut bestellen',
  },
  returned: {
    heading: 'Ihre Zahlung ist eingegangen',
    text: 'Ein neues Abonnement hat damit nicht begonnen, weil Sie schon eines haben, die Bestellung schon geschlossen war oder Ihr Konto erst geprüft werden muss. Beträge, die wir auf kein Abonnement anrechnen, erstatten wir.',
    button: 'Ihre Abonnements',
  },
  unknown: {
    heading: 'Bestellung nicht gefunden',
    text: 'Diese Bestellung gehört nicht zu Ihrem Konto.',
    button: 'Ihre Abonnements',
  },
  closed: {
    heading: 'Die Zahlung wurde nicht abgeschlossen',
    text: 'Es wurde nichts abgebucht.',
    button: 'Zurück zur Bestellung',
  },
}
