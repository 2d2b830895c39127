import { longDate } from '../../../domain/calendar.ts'
import { locale } from '../locale.ts'
import type { Words } from '../../../domain/language.ts'
import type { paymentIssueWords as english } from '../../en/admin/payment-issues.ts'

export const paymentIssueWords: Words<typeof english> = {
  kinds: {
    'refund-forbidden':
      'Eine Zahlung soll erstattet werden, aber ein Listeneintrag verbietet, dieser Person Geld zu senden.',
    'payment-without-use': 'Es ist eine Zahlung eingegangen, zu der kein Abonnement gehört.',
    'ended-before-start': 'Der Zahlungsdienstleister hat ein bezahltes Abonnement vor dessen Beginn beendet.',
    'added-days-returned':
      'Eine Zahlung ging zurück, nachdem das Abonnement erneut gekauft wurde. Die restlichen Tage ihres Zeitraums waren dem neuen hinzugefügt worden und sind nun unbezahlt. Kündigen oder erstatten Sie das Abonnement, wenn der Zugang enden soll.',
    'payment-disputed':
      'Die Kundin oder der Kunde ficht eine Zahlung an. Abbuchungen sind ausgesetzt. Antworten Sie beim Zahlungsdienstleister auf die Anfechtung.',
    'payment-inquiry':
      'Die Bank der Kundin oder des Kunden stellt eine Rückfrage zu einer Zahlung. Es wurde kein Geld zurückgebucht, und das Abonnement verlängert sich weiter. Antworten Sie beim Zahlungsdienstleister, oder erstatten Sie die Zahlung, bevor die Bank sie anficht.',
    'task-refused': 'Der Zahlungsdienstleister hat eine Anfrage abgelehnt.',
    'page-refused':
      'Der Zahlungsdienstleister hat eine Zahlungs- oder Abrechnungsseite nicht geöffnet. Möglicherweise kann niemand bezahlen.',
    'task-waiting':
      'Der Zahlungsdienstleister nimmt seit einer Stunde eine Anfrage nicht an. Sie wird automatisch wiederholt.',
    'invoice-not-finalised':
      'Der Zahlungsdienstleister kann eine Rechnung nicht abschließen und bucht deshalb nichts dafür ab.',
    'tax-stopped':
      'Der Zahlungsdienstleister konnte den Ort der Kundin oder des Kunden nicht bestimmen und berechnet für das Abonnement keine Steuer mehr. Es wird ohne Steuer abgebucht. Korrigieren Sie die Adresse, und schalten Sie die automatische Steuerberechnung für dieses Abonnement beim Zahlungsdienstleister wieder ein.',
    'unknown-price':
      'Das Abonnement hat einen Preis, der nicht im Katalog steht oder zu einem Produkt gehört, das die Kundin oder der Kunde bereits hat. Sein Tarif bleibt deshalb unverändert.',
    'country-denied':
      'Ein bezahlter Zeitraum ist ausgesetzt, weil das Land der Kundin oder des Kunden gesperrt ist. Es wird nichts weiter abgebucht und nichts automatisch erstattet. Korrigieren Sie das Land, wenn es falsch ist, oder erstatten Sie die Zahlung.',
    'refund-failed':
      'Die Bank der Kundin oder des Kunden hat eine Erstattung zurückgeschickt. Das Geld ist wieder in Ihrem Guthaben. Erstatten Sie es auf einem anderen Weg.',
    'credit-and-refund':
      'Eine Zahlung wurde erstattet, und ein späterer Tarifwechsel beim Zahlungsdienstleister hat auch dafür ein Guthaben ergeben. Prüfen Sie dort den Kundensaldo.',
    'plan-not-sold':
      'Ein Tarif kann nicht gekauft werden, weil sein Preis beim Zahlungsdienstleister nicht zum Katalog passt. Korrigieren Sie dort den Preis oder den Katalog. Der Verkauf geht dann innerhalb von fünf Minuten weiter.',
    'paid-days-lost':
      'Bezahlte oder gewährte Tage sind vorzeitig und ohne Gutschrift verfallen. Verlängern Sie das Abonnement um diese Tage, oder erstatten Sie deren Preis.',
    quantity:
      'Es werden mehrere Plätze oder keiner berechnet, obwohl ein Abonnement für eine Person gilt. Setzen Sie die Menge beim Zahlungsdienstleister auf 1.',
    'other-items':
      'Es wird mehr als der Tarif berechnet, und für den Rest gibt es keinen Zugang. Entfernen Sie beim Zahlungsdienstleister, was hinzugefügt wurde, und erstatten Sie, was dafür gezahlt wurde.',
    'unknown-subscription':
      'Beim Zahlungsdienstleister gibt es dieses Abonnement nicht. Prüfen Sie, ob die Schlüssel zum richtigen Konto gehören.',
  },
  disputeLost:
    'Die Anfechtung einer Zahlung ist verloren. Ein Teil dessen, was für den Zeitraum bezahlt wurde, ist Ihnen geblieben. Zugang und Verlängerung laufen deshalb weiter. Erstatten Sie den Rest, oder kündigen Sie das Abonnement, wenn der Zugang enden soll.',
  lostDays: (days, plan) => `Verfallen: ${days} ${days === 1 ? 'Tag' : 'Tage'} von ${plan}.`,
  quantity: (quantity) => `Beim Zahlungsdienstleister ist die Menge ${quantity} eingetragen.`,
  otherItems: (count) => `Hinzugefügt: ${count} ${count === 1 ? 'Position' : 'Positionen'}.`,
  answerBy: (moment) => `Antworten Sie bis zum ${longDate(new Date(moment), locale)}.`,
  answer: (sentence) => `Meldung: ${sentence}`,
}
