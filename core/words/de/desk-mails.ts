import type { Words } from '../language.ts'
import type { mailsWords as english } from '../en/desk-mails.ts'
import { locale } from './locale.ts'

const many = new Intl.NumberFormat(locale)

export const mailsWords: Words<typeof english> = {
  heading: 'E-Mails',
  lead: 'E-Mails, die nicht gesendet werden konnten, die neuesten zuerst. Ihren Inhalt sieht hier niemand.',
  kinds: {
    activation: 'Aktivierung',
    reset: 'Neues Passwort',
    'password-changed': 'Passwort geändert',
    'sign-up': 'Einladung zur Registrierung',
    'already-known': 'Konto besteht bereits',
    'not-available': 'Testversion nicht verfügbar',
    'pending-approval': 'Wartet auf Freigabe',
    'account-approved': 'Konto freigegeben',
    'account-refused': 'Konto abgelehnt',
    'trial-started': 'Testversion gestartet',
    'trial-refused': 'Testversion abgelehnt',
    'trial-reminder': 'Ende der Testversion',
    receipt: 'Zahlungsbestätigung',
    'payment-failed': 'Zahlung fehlgeschlagen',
    'payment-refunded': 'Zahlung erstattet',
    'renewal-stopped': 'Verlängerung gestoppt',
    'renewal-not-stopped': 'Verlängerung nicht gestoppt',
    'renewal-resumed': 'Verlängerung fortgesetzt',
    'renewal-coming': 'Verlängerung steht bevor',
    'card-expiring': 'Karte läuft ab',
    'subscription-ended': 'Abonnement beendet',
    other: 'Sonstiges',
  },
  faults: {
    recipient: 'Der Mailserver hat den Empfänger nicht angenommen.',
    message: 'Der Mailserver hat die Nachricht nicht angenommen.',
    sender: 'Der Mailserver hat den Absender nicht angenommen. Prüfen Sie MAIL_FROM.',
    'sign-in': 'Der Mailserver hat die Anmeldung des Shops abgelehnt. Prüfen Sie Benutzer und Passwort in SMTP_URL.',
    encryption:
      'Die Verbindung zum Mailserver konnte nicht verschlüsselt werden. Prüfen Sie sein Zertifikat und SMTP_URL.',
    unreachable: 'Der Mailserver war nicht erreichbar oder hat die Verbindung beendet.',
    silent: 'Der Mailserver hat nicht rechtzeitig geantwortet.',
    unusable: 'Die E-Mail kann so nicht gesendet werden: Die Adresse ist ungültig.',
    other: 'Die E-Mail konnte nicht gesendet werden.',
  },
  answer: 'Der Server antwortete',
  tried: (amount, moment) =>
    amount === 0
      ? `Zuletzt versucht ${moment}`
      : `${amount === 1 ? 'Einmal' : `${many.format(amount)}-mal`} versucht, zuletzt ${moment}`,
  written: (moment) => `Geschrieben ${moment}`,
  more: 'Mehr anzeigen',
  loadingMore: 'Wird geladen',

  givenUp: {
    heading: 'Aufgegeben',
    badge: 'Aufgegeben',
    empty: 'Keine E-Mail wurde aufgegeben',
    emptyHint:
      'E-Mails, die der Server endgültig ablehnt oder die 40-mal gescheitert sind, stehen 30 Tage lang hier, mit einer Schaltfläche für einen neuen Versuch.',
    retry: 'Erneut versuchen',
    retryLabel: (kind, to) => `Erneut versuchen: ${kind} an ${to}`,
    retrying: 'Wird versucht',
    done: (to) => `Die E-Mail an ${to} wird erneut versucht.`,
    gone: 'Diese E-Mail gibt es nicht mehr: Sie wurde gesendet, oder die Daten der Person wurden gelöscht.',
    failed: 'Die E-Mail konnte nicht erneut versucht werden.',
  },
  waiting: {
    heading: 'Werden von selbst erneut versucht',
    badge: 'Wartet',
    empty: 'Keine E-Mail wartet',
    emptyHint:
      'E-Mails, die vorerst gescheitert sind, stehen hier, bis sie gesendet sind: zuerst nach Sekunden, später stündlich.',
    next: (moment) => `Nächster Versuch ${moment}`,
    now: 'Wird gerade versucht',
  },
}
