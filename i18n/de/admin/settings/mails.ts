import type { Words } from '../../../../domain/language.ts'
import type { mailsWords as english } from '../../../en/admin/settings/mails.ts'
import { locale } from '../../locale.ts'

const many = new Intl.NumberFormat(locale)

export const mailsWords: Words<typeof english> = {
  kinds: {
    activation: 'Aktivierung',
    reset: 'Neues Passwort',
    'password-changed': 'Passwort geändert',
    'second-factor-changed': 'Zweiter Faktor geändert',
    'sign-up': 'Einladung zur Registrierung',
    'already-known': 'Konto besteht bereits',
    'not-available': 'Testversion nicht verfügbar',
    'pending-approval': 'Wartet auf Freigabe',
    'account-approved': 'Konto freigegeben',
    'account-refused': 'Konto abgelehnt',
    'trial-started': 'Testversion gestartet',
    'trial-extended': 'Testversion verlängert',
    'trial-refused': 'Testversion abgelehnt',
    'trial-reminder': 'Ende der Testversion',
    receipt: 'Zahlungsbestätigung',
    'payment-failed': 'Zahlung fehlgeschlagen',
    'purchase-processing': 'Kauf wird bezahlt',
    'purchase-failed': 'Kauf nicht bezahlt',
    'payment-refunded': 'Zahlung erstattet',
    'renewal-stopped': 'Verlängerung gestoppt',
    'renewal-not-stopped': 'Verlängerung nicht gestoppt',
    'renewal-resumed': 'Verlängerung fortgesetzt',
    'renewal-coming': 'Bevorstehende Verlängerung',
    'card-expiring': 'Karte läuft ab',
    'subscription-ended': 'Abonnement beendet',
    'email-change': 'Änderung der E-Mail-Adresse',
    'device-added': 'Computer angemeldet',
    'device-signed-out': 'Computer vom Support abgemeldet',
    erasure: 'Löschung des Kontos',
    'old-lists': 'Sanktionslisten veraltet',
    'endpoint-failing': 'Webhook-Endpunkt gestört',
    'plan-changed': 'Tarifwechsel',
    'price-changed': 'Preisänderung',
    'refund-failed': 'Von der Bank zurückgeschickte Erstattung',
    'on-hold': 'Zugang während einer Prüfung ausgesetzt',
    'birth-date': 'Frage nach dem Geburtsdatum',
    'payment-issues': 'Neue Zahlungsprobleme',
    other: 'Sonstiges',
  },
  faults: {
    recipient: 'Der Mailserver hat den Empfänger abgelehnt.',
    message: 'Der Mailserver hat die Nachricht abgelehnt.',
    sender: 'Der Mailserver hat den Absender abgelehnt. Prüfen Sie MAIL_FROM.',
    'sign-in': 'Der Mailserver hat die Anmeldung abgelehnt. Prüfen Sie Benutzer und Passwort in SMTP_URL.',
    encryption:
      'Die Verbindung zum Mailserver konnte nicht verschlüsselt werden. Prüfen Sie sein Zertifikat und SMTP_URL.',
    unreachable: 'Der Mailserver war nicht erreichbar oder hat die Verbindung beendet.',
    silent: 'Der Mailserver hat nicht rechtzeitig geantwortet.',
    unusable: 'Die E-Mail kann nicht gesendet werden, weil die Adresse ungültig ist.',
    other: 'Die E-Mail konnte nicht gesendet werden.',
  },
  answer: 'Antwort des Mailservers',
  tried: (amount, moment) =>
    amount === 0
      ? `Zuletzt versucht ${moment}`
      : `${amount === 1 ? 'Einmal' : `${many.format(amount)}-mal`} versucht, zuletzt ${moment}`,

  givenUp: {
    heading: 'Fehlgeschlagene E-Mails',
    badge: 'Fehlgeschlagen',
    empty: 'Keine fehlgeschlagenen E-Mails',
    emptyHint:
      'E-Mails, die der Mailserver endgültig ablehnt oder die 40-mal fehlschlagen, erscheinen hier 30 Tage lang. Sie können sie erneut senden.',
    retry: 'Erneut versuchen',
    retryLabel: (kind, to) => `Erneut versuchen: ${kind} an ${to}`,
    retrying: 'Wird erneut gesendet',
    done: (to) => `Die E-Mail an ${to} wird erneut gesendet.`,
    gone: 'Diese E-Mail gibt es nicht mehr: Sie wurde gesendet, oder die Daten der Person wurden gelöscht.',
    failed: 'Die E-Mail konnte nicht erneut gesendet werden. Bitte versuchen Sie es erneut.',
  },
  waiting: {
    heading: 'E-Mails, die automatisch erneut gesendet werden',
    badge: 'Wird wiederholt',
    empty: 'Keine E-Mails zu wiederholen',
    emptyHint:
      'Vorübergehend fehlgeschlagene E-Mails erscheinen hier, bis sie gesendet sind. Die Wiederholungen beginnen nach Sekunden und werden allmählich seltener, zuletzt einmal pro Stunde.',
    next: (moment) => `Nächster Versuch ${moment}`,
    now: 'Wird gerade gesendet',
  },
}
